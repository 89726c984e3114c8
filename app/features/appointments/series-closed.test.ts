import { eq } from "drizzle-orm";
import { expect } from "vitest";
import { addTypedEntry } from "./new-entry.server.ts";
import { closeDays, publicHolidays } from "#app/features/services/days.server.ts";
import { listServices } from "#app/features/services/queries.server.ts";
import type { Db } from "#app/server/database/db.server.ts";
import {
  dayHours,
  diaryEntries,
  emails,
  openingHours,
} from "#app/server/database/tables.server.ts";
import { dbTest } from "#tests/support/db.ts";
import { aLesson, anEntry, anOpenWeek } from "#tests/support/diary.ts";
import { NOW, owner } from "#tests/support/factories.ts";
import { timesAfter } from "#tests/support/invitation.ts";

/* Mondays at four to the end of a term, over what closes some of them. */

const mondays = {
  clientName: "Nora Parent",
  clientEmail: "nora@parent.example",
  day: "2027-03-01",
  time: "16:00",
  repeats: "weekly",
  untilTerm: "2027-04-09",
};

async function list(db: Db, given: Record<string, string> = {}) {
  const services = await listServices(db, { all: true });
  const service = services[0] ?? (await aLesson(db));
  const sent = { values: { ...mondays, serviceId: service.id, ...given }, services: [service] };
  return addTypedEntry(db, owner, "appointment", { ...sent, key: "form" }, NOW);
}

const datesOf = async (db: Db) => {
  const shown = await list(db);
  if (shown.ok || shown.reason !== "series") throw new Error("No list of dates was shown.");
  return shown.series.dates.map(({ startsAt, overlaps }) => [
    startsAt.toISOString().slice(0, 10),
    ...overlaps.says,
  ]);
};

dbTest("a series to the end of a term says which of its days are closed", async ({ db }) => {
  await anOpenWeek(db);
  const closed = publicHolidays(2027).map(({ day, name }) => ({ day, note: name }));
  await closeDays(db, owner, closed, NOW);
  await closeDays(db, owner, [{ day: "2027-03-15", note: "" }], NOW);
  expect(await datesOf(db)).toEqual([
    ["2027-03-01"],
    ["2027-03-08", "Closed: Labour Day"],
    ["2027-03-15", "Closed that day"],
    ["2027-03-22"],
    ["2027-03-29", "Closed: Easter Monday"],
    ["2027-04-05"],
  ]);
});

dbTest(
  "weeks that are closed by their dates say so, and hours of every week don't",
  async ({ db }) => {
    const week = [[], ...Array.from({ length: 6 }, () => [["09:00", "17:00"]])];
    await db.insert(openingHours).values({ week });
    expect((await datesOf(db)).every((date) => date.length === 1)).toBe(true);
    await db.delete(openingHours);
    await anOpenWeek(db);
    const empty = Array.from({ length: 7 }, () => []);
    const holidays = { fromDay: "2027-03-29", untilDay: "2027-04-11", week: empty };
    await db.insert(openingHours).values(holidays);
    expect((await datesOf(db)).filter((date) => date.length > 1)).toEqual([
      ["2027-03-29", "Closed that day"],
      ["2027-04-05", "Closed that day"],
    ]);
  },
);

dbTest(
  "a day with other hours says that the lesson is outside them, a time that never fits once",
  async ({ db }) => {
    await anOpenWeek(db);
    await db.insert(dayHours).values({ day: "2027-03-15", hours: [["09:00", "16:30"]] });
    expect((await datesOf(db)).filter((date) => date.length > 1)).toEqual([
      ["2027-03-15", "Outside that day's hours"],
    ]);
    expect(await list(db)).toMatchObject({ series: { isOutside: false } });
    expect(await list(db, { time: "04:00" })).toMatchObject({ series: { isOutside: true } });
    await db.delete(openingHours);
    expect(await list(db, { time: "04:00" })).toMatchObject({ series: { isOutside: false } });
  },
);

dbTest("a series has one end: so many times, a day, or a term", async ({ db }) => {
  expect(await list(db, { lessons: "4" })).toMatchObject({
    errors: { untilTerm: "Say how many times, or until when: not both." },
  });
  expect(await list(db, { untilTerm: "" })).toMatchObject({
    errors: { lessons: "Say how many times, or until when." },
  });
  expect(await list(db, { untilTerm: "2027-02-01" })).toMatchObject({
    errors: { untilTerm: "It must be after the first day." },
  });
});

dbTest("a date with something in its way can go to the next free time instead", async ({ db }) => {
  await anOpenWeek(db);
  await closeDays(db, owner, [{ day: "2027-03-15", note: "" }], NOW);
  const startsAt = new Date("2027-03-01T05:00:00Z");
  await anEntry(db, { startsAt, clientEmail: "b@c.example" });
  const shown = await list(db);
  if (shown.ok || shown.reason !== "series") throw new Error("No list of dates was shown.");
  const { dates } = shown.series;
  const instead = dates.map((date) => date.instead?.toISOString() ?? null);
  const [first, third] = ["2027-03-01T22:00:00.000Z", "2027-03-15T22:00:00.000Z"];
  expect(instead).toEqual([first, null, third, null, null, null]);
  const iso = dates.map((date) => date.startsAt.toISOString());
  const starts = iso.map((start, index) => (instead[index] ? `${start}>${instead[index]}` : start));
  const taken = dates.flatMap(({ overlaps }) => overlaps.keys).join(" ");
  const sent = { offered: iso.join(" "), starts: starts.join("\n"), taken, tellsClient: "on" };
  expect(await list(db, sent)).toMatchObject({ ok: true });
  const lessons = await db
    .select()
    .from(diaryEntries)
    .where(eq(diaryEntries.clientEmail, mondays.clientEmail))
    .orderBy(diaryEntries.startsAt);
  const times = [first, iso[1], third, ...iso.slice(3)];
  expect(lessons.map((lesson) => lesson.startsAt.toISOString())).toEqual(times);
  expect(lessons.map(({ seriesStart }) => seriesStart!.toISOString())).toEqual(iso);
  expect(lessons.every(({ firm }) => firm)).toBe(true);
  const all = await db.select().from(emails);
  const told = all.find(({ recipient }) => recipient === mondays.clientEmail);
  expect(timesAfter(told!.invitation)).toEqual(times);
});
