import { describe, expect } from "vitest";
import type { Db } from "#app/server/database/db.server.ts";
import { onBothDatabases } from "#tests/support/db.ts";
import { aBooking, NOW, owner } from "#tests/support/factories.ts";
import { setAmebStatus } from "./commands.server.ts";
import { venueLine } from "./places.ts";
import { saveVenue, saveVenueTravel } from "./places.server.ts";
import { readExamPlaces } from "./queries.server.ts";

async function twoVenues(db: Db) {
  for (const [name, address] of [
    ["Hawthorn Hall", "12 Burwood Road, Hawthorn"],
    ["The Rooms", "3 City Road, South Bank VIC 3006"],
  ] as const)
    await saveVenue(db, owner, { id: null, key: name, values: { name, address } }, NOW);
  const [hall, rooms] = (await readExamPlaces(db)).venues;
  return { hall: hall!, rooms: rooms! };
}

type At = Awaited<ReturnType<typeof twoVenues>>["hall"];

const anExam = (db: Db, examTime: string, venue: At, examMinutes = 20) =>
  aBooking(db, {
    examDate: "2026-10-10",
    examTime,
    examMinutes,
    venueId: venue.id,
    examVenue: venueLine(venue),
  });

const book = (db: Db, { id }: { id: string }) =>
  setAmebStatus(db, owner, { id, from: "pending", status: "booked" }, NOW);

describe("an exam beside another at another venue", () => {
  onBothDatabases("is asked about once when both are booked at the same moment", async ({ db }) => {
    const { hall, rooms } = await twoVenues(db);
    const exams = [await anExam(db, "10:40", hall), await anExam(db, "11:00", rooms)];
    const outcomes = await Promise.all(exams.map((exam) => book(db, exam)));
    expect(outcomes.map(({ ok }) => ok).toSorted()).toEqual([false, true]);
  });

  onBothDatabases(
    "is asked about with the minutes there are and those it takes",
    async ({ db }) => {
      const { hall, rooms } = await twoVenues(db);
      await book(db, await anExam(db, "10:40", hall));
      const near = async (time: string, venue: At) => {
        const outcome = await book(db, await anExam(db, time, venue));
        return outcome.ok ? null : (outcome as { overlaps: { near?: string }[] }).overlaps[0]!.near;
      };
      await saveVenueTravel(db, owner, { from: hall.id, to: rooms.id, minutes: 10 }, NOW);
      expect(await near("11:20", rooms)).toBe("20 minutes after Mei Tan in Hawthorn, 25 needed");
      expect(await near("10:10", rooms)).toBe("10 minutes before Mei Tan in Hawthorn, 25 needed");
      // At the same place one after the other, and there in time.
      expect(await near("11:00", hall)).toBeNull();
      expect(await near("11:45", rooms)).toBeNull();
    },
  );
});
