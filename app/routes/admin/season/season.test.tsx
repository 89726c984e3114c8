import { renderToStaticMarkup } from "react-dom/server";
import { MemoryRouter } from "react-router";
import { expect } from "vitest";
import { SeasonBoard } from "./route.tsx";
import { overlapKey } from "#app/features/diary/overlaps.server.ts";
import type { Db } from "#app/server/database/db.server.ts";
import { reminders } from "#app/server/database/tables.server.ts";
import { addDays } from "#app/values/calendar.ts";
import { dbTest } from "#tests/support/db.ts";
import { anEntry } from "#tests/support/diary.ts";
import { aBooking, NOW, owner } from "#tests/support/factories.ts";
import { randomFrom } from "#tests/support/random.ts";
import { textsOf } from "#app/features/ameb/booking-edits.ts";
import { editBooking, setAmebStatus } from "#app/features/ameb/commands.server.tsx";
import { venueLine } from "#app/features/ameb/places.ts";
import { saveSession, saveVenue, saveVenueTravel } from "#app/features/ameb/places.server.ts";
import { readExamPlaces } from "#app/features/ameb/queries.server.ts";
import { planExamReminders } from "#app/features/ameb/reminders.server.tsx";
import { readSeason } from "#app/features/ameb/season.server.ts";

type Exam = Awaited<ReturnType<typeof aBooking>>;

const [exams, undated] = [120, 15];

const below = (random: () => number) => (most: number) => Math.floor(random() * most);

async function aSeason(db: Db, random: (most: number) => number) {
  const values = { name: "Spring", firstDay: "2026-10-05", lastDay: "2026-11-14" };
  await saveSession(db, owner, { id: null, key: "spring", values }, NOW);
  for (let at = 1; at <= 9; at++) {
    const venue = { name: `Hall ${at}`, address: `${at} High Street, Suburb ${at}` };
    await saveVenue(db, owner, { id: null, key: venue.name, values: venue }, NOW);
  }
  const { venues, sessions } = await readExamPlaces(db);
  for (let at = 1; at < venues.length; at++) {
    const way = { from: venues[at - 1]!.id, to: venues[at]!.id, minutes: 10 + random(40) };
    await saveVenueTravel(db, owner, way, NOW);
  }
  const { travel } = await readExamPlaces(db);
  const sessionId = sessions[0]!.id;
  const booked: Exam[] = [];
  for (let at = 0; at < exams; at++) {
    const venue = venues[random(9)]!;
    booked.push(
      await aBooking(db, {
        studentParentName: `Family ${at}`,
        sessionId,
        examDate: addDays("2026-10-05", 7 * random(6) + random(6)),
        examTime: `${9 + random(8)}:${random(6)}0`.padStart(5, "0"),
        examMinutes: 20,
        venueId: venue.id,
        examVenue: venueLine(venue),
      }),
    );
  }
  for (let at = 0; at < undated; at++) {
    const given = { examDate: null, examTime: null, sessionId, createdAt: NOW };
    await planExamReminders(db, await aBooking(db, given), NOW);
  }
  return { booked, travel };
}

/** Counted anew: whether the owner could not be at both in time, a quarter of an hour early. */
function clash(
  one: Exam,
  other: Exam,
  travel: { venueId: string; otherId: string; minutes: number }[],
) {
  if (one.examDate !== other.examDate) return false;
  const minutesOf = ({ examTime }: Exam) => {
    const [hours, minutes] = examTime!.split(":").map(Number);
    return hours! * 60 + minutes!;
  };
  const apart = Math.abs(minutesOf(one) - minutesOf(other)) - 20;
  if (one.venueId === other.venueId) return apart < 0;
  const pair = [one.venueId, other.venueId];
  const typed = travel.find(
    ({ venueId, otherId }) => pair.includes(venueId) && pair.includes(otherId),
  );
  return apart < (typed?.minutes ?? 30) + 15;
}

dbTest(
  "a season of 120 exams at 9 venues has no clash that the owner was not asked about, and nobody undated is forgotten",
  async ({ db }) => {
    const { booked, travel } = await aSeason(db, below(randomFrom(38)));
    const asked: string[] = [];
    for (const { id } of booked) {
      const outcome = await setAmebStatus(
        db,
        owner,
        { id, from: "pending", status: "booked" },
        NOW,
      );
      if (outcome.ok || outcome.reason !== "overlaps") continue;
      asked.push(...outcome.overlaps.map(({ entry }) => `${entry!.amebBookingId} ${id}`));
      const booking = booked.find((one) => one.id === id)!;
      const texts = { ...textsOf(booking), status: "booked" };
      const over = outcome.overlaps.map(overlapKey);
      const edit = { version: booking.version, texts, isSure: false, over };
      expect(await editBooking(db, owner, id, edit, NOW)).toEqual({ ok: true });
    }
    const clashes = booked.flatMap((second, at) =>
      booked
        .slice(0, at)
        .flatMap((first) => (clash(first, second, travel) ? [`${first.id} ${second.id}`] : [])),
    );
    expect(clashes.length).toBeGreaterThan(10);
    expect(asked.toSorted()).toEqual(clashes.toSorted());
    const season = await readSeason(db, owner, null, NOW);
    const marked = season.days.flatMap(({ items }) =>
      items.filter(({ gap }) => (gap && gap.minutes < gap.needed) || (gap?.minutes ?? 0) < 0),
    );
    const inClash = (exam: Exam) => clashes.filter((pair) => pair.includes(exam.id));
    for (const { id } of marked)
      expect(inClash(booked.find((one) => one.id === id)!)).not.toEqual([]);
    expect(clashes.filter((pair) => !marked.some(({ id }) => pair.includes(id)))).toEqual([]);
    expect(season.undated).toHaveLength(undated);
    expect(await db.select().from(reminders)).toHaveLength(3 * undated + 2 * exams);
  },
);

async function drawn(db: Db): Promise<string> {
  const season = await readSeason(db, owner, null, NOW);
  return renderToStaticMarkup(
    <MemoryRouter>
      <SeasonBoard season={season} />
    </MemoryRouter>,
  );
}

dbTest("the board has a column a day and a row for each hour that is used", async ({ db }) => {
  const exam = { examDate: "2026-03-14", examTime: "10:40 am", examVenue: "The Hall, Hawthorn" };
  await aBooking(db, { ...exam, status: "booked", candidateName: "Wei" });
  await aBooking(db, { ...exam, examTime: "after lunch", candidateName: "Untimed" });
  const at = (time: string) => new Date(`2026-03-${time}:00+11:00`);
  await anEntry(db, { clientName: "Lesson", startsAt: at("12T10:00") });
  await anEntry(db, { clientName: "Asking", startsAt: at("12T14:30"), state: "requested" });
  await anEntry(db, { kind: "rehearsal", clientName: "Rehearsal", startsAt: at("14T09:00") });
  const event = { kind: "event", clientName: "Party", placeDetails: "The Garden, Kew" } as const;
  await anEntry(db, { ...event, startsAt: at("14T14:00") });
  await anEntry(db, { clientName: "Gone", startsAt: at("14T14:00"), state: "cancelled" });
  const cells = (await drawn(db)).split('class="season-').slice(1);
  const placed = cells.flatMap((cell) => {
    const [place, , column, row = "head"] =
      /(cell|head) \[--at-step:(\d)\](?: \[--at-hour:(\d)\])?/.exec(cell) ?? [];
    const names = [...cell.matchAll(/<a [^>]*>([^<]+)</g)];
    return place ? names.map(([, name]) => `${column} ${row} ${name}`) : [];
  });
  expect(placed).toEqual([
    "0 1 Lesson",
    "0 2 Asking",
    "1 head Untimed",
    "1 0 Rehearsal",
    "1 1 Wei",
    "1 2 Party",
  ]);
  expect(cells.flatMap((cell) => /^hour[^>]*>(\w+)</.exec(cell)?.[1] ?? [])).toEqual([
    "9am",
    "10am",
    "2pm",
  ]);
  const text = cells.join("").replaceAll(/<[^>]+>/g, "|");
  for (const said of ["40 min between, 45 needed", "not confirmed", "no music", "170 min between"])
    expect(text).toContain(said);
});

dbTest("the board of a season is drawn in a tenth of a second", async ({ db }) => {
  await aSeason(db, below(randomFrom(39)));
  const draw = async () => {
    const began = process.cpuUsage();
    const html = await drawn(db);
    const { user, system } = process.cpuUsage(began);
    return { html, milliseconds: (user + system) / 1000 };
  };
  const all = [];
  for (let at = 0; at < 5; at++) all.push(await draw());
  expect(all[0]!.html.match(/Family \d+/g)).toHaveLength(exams);
  expect(Math.min(...all.map(({ milliseconds }) => milliseconds))).toBeLessThan(100);
});
