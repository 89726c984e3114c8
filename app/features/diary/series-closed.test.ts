import { expect } from "vitest";
import { addTypedEntry } from "#app/features/diary/admin/new-entry.server.ts";
import { closeDays } from "#app/features/services/days-commands.server.ts";
import { publicHolidays } from "#app/features/services/public-holidays.ts";
import { listServices } from "#app/features/services/queries.server.ts";
import type { Db } from "#app/server/database/db.server.ts";
import { openingHours } from "#app/server/database/tables.server.ts";
import { dbTest } from "#tests/support/db.ts";
import { aLesson, anOpenWeek } from "#tests/support/diary.ts";
import { NOW, owner } from "#tests/support/factories.ts";

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
