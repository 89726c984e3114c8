import { eq } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import type { Db } from "#app/server/database/db.server.ts";
import { amebBookings, diaryEntries, venues } from "#app/server/database/tables.server.ts";
import { dbTest, onBothDatabases } from "#tests/support/db.ts";
import { aBooking, NOW, owner } from "#tests/support/factories.ts";
import { textsOf } from "./booking-edits.ts";
import { editBooking, setAmebStatus } from "./commands.server.tsx";
import { cutOff, daysLeft } from "./model.ts";
import { travelBetween, venueLine } from "./places.ts";
import { removeVenue, saveVenue, saveVenueTravel } from "./places.server.ts";
import { getBookingHistory, readExamPlaces } from "./queries.server.ts";

const aHall = { name: "Hawthorn Hall", address: "12 Burwood Road, Hawthorn" };

async function addVenues(db: Db, ...names: string[]) {
  for (const name of names)
    await saveVenue(db, owner, { id: null, key: name, values: { ...aHall, name } }, NOW);
  return (await readExamPlaces(db)).venues;
}

async function atVenue(db: Db, venueId: string) {
  const booking = await aBooking(db, { examDate: "2026-10-10", examTime: "10:40 am" });
  const texts = { ...textsOf(booking), venueId };
  const saved = await editBooking(db, owner, booking.id, { version: 1, texts, isSure: false }, NOW);
  return { booking, saved };
}

const storedBooking = async (db: Db, id: string) =>
  (await db.select().from(amebBookings).where(eq(amebBookings.id, id)))[0]!;

describe("a venue", () => {
  dbTest("is added once, however often its form is sent", async ({ db }) => {
    await addVenues(db, aHall.name, aHall.name);
    expect((await readExamPlaces(db)).venues).toHaveLength(1);
  });

  dbTest(
    "stands in its bookings with its address, and in their history by name",
    async ({ db }) => {
      const [venue] = await addVenues(db, aHall.name);
      const { booking } = await atVenue(db, venue!.id);
      const stored = await storedBooking(db, booking.id);
      expect(stored.examVenue).toBe("Hawthorn Hall, 12 Burwood Road, Hawthorn");
      // The form's other field is for places that are not listed.
      expect(textsOf(stored)).toMatchObject({ venueId: venue!.id, examVenue: "" });
      const { changes } = await getBookingHistory(db, owner, booking.id);
      expect(changes[0]!.after).toEqual({ venueId: "Hawthorn Hall" });
    },
  );

  dbTest("takes its bookings and their diary along when its address changes", async ({ db }) => {
    const [venue] = await addVenues(db, aHall.name);
    const { booking } = await atVenue(db, venue!.id);
    await setAmebStatus(db, owner, { id: booking.id, from: "pending", status: "booked" }, NOW);
    const values = { name: "The Hall", address: "1 Glenferrie Road" };
    await saveVenue(db, owner, { id: venue!.id, key: "", values }, NOW);
    const line = "The Hall, 1 Glenferrie Road";
    // With a version of its own: calendars that subscribe to her exams must notice it.
    expect(await storedBooking(db, booking.id)).toMatchObject({ examVenue: line, version: 4 });
    expect((await db.select().from(diaryEntries))[0]!.placeDetails).toBe(line);
  });

  dbTest("leaves its name with its bookings when it is removed", async ({ db }) => {
    const [venue] = await addVenues(db, aHall.name);
    const { booking } = await atVenue(db, venue!.id);
    await removeVenue(db, owner, venue!.id, NOW);
    const stored = await storedBooking(db, booking.id);
    expect(stored).toMatchObject({
      venueId: null,
      examVenue: "Hawthorn Hall, 12 Burwood Road, Hawthorn",
    });
  });

  dbTest("that another tab has removed is refused beside its field", async ({ db }) => {
    const [venue] = await addVenues(db, aHall.name);
    await db.delete(venues);
    expect((await atVenue(db, venue!.id)).saved).toMatchObject({
      errors: { venueId: "That venue is gone. Choose another." },
    });
  });

  dbTest("is half an hour from any other until minutes are typed, either way", async ({ db }) => {
    const [one, other] = await addVenues(db, "A", "B");
    const minutes = async () => {
      const { travel } = await readExamPlaces(db);
      const [from, to] = [one, other].map((venue) => ({ venueId: venue!.id, place: "" }));
      return [travelBetween(from!, to!, travel), travelBetween(to!, from!, travel)];
    };
    expect(await minutes()).toEqual([30, 30]);
    const way = { from: other!.id, to: one!.id };
    await saveVenueTravel(db, owner, { ...way, minutes: 20 }, NOW);
    await saveVenueTravel(db, owner, { from: way.to, to: way.from, minutes: 25 }, NOW);
    expect(await minutes()).toEqual([25, 25]);
    await saveVenueTravel(db, owner, { ...way, minutes: null }, NOW);
    expect(await minutes()).toEqual([30, 30]);
  });
});

test("sheet music is due a week earlier for a diploma, and no longer once it is here", () => {
  expect(cutOff("2026-10-10", 2)).toBe("2026-09-26");
  expect(cutOff("2026-10-10", 3)).toBe("2026-09-19");
  const left = (music: "missing" | "marked") =>
    daysLeft("2026-10-10", "2026-09-20", { level: 3, music });
  expect(left("missing")).toBe("In 20 days · sheet music overdue");
  expect(left("marked")).toBe("In 20 days · sheet music marked up");
});

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
