import { describe, expect, onTestFinished } from "vitest";
import type { Db } from "#app/server/database/db.server.ts";
import { auditEntries, busyTimes, calendarSources } from "#app/server/database/tables.server.ts";
import { answering, loopback, saying, startCalendar } from "#tests/fakes/calendars.ts";
import { dbTest as test, onBothDatabases as onBoth } from "#tests/support/db.ts";
import { minutesLater } from "#tests/support/diary.ts";
import { owner } from "#tests/support/factories.ts";
import { aCalendar, weeklyFriday } from "#tests/support/foreign-calendars.ts";
import {
  addCalendarSource,
  checkCalendarSource,
  listCalendarSources,
  removeCalendarSource,
} from "./sources.server.ts";

/* The calendars that the owner adds. */

const NOW = new Date("2026-10-01T02:00:00Z");
const weekly = aCalendar(...weeklyFriday);

async function aCalendarThat(behave: Parameters<typeof startCalendar>[0]) {
  const fake = await startCalendar(behave);
  onTestFinished(fake.stop);
  return fake;
}

const add = (db: Db, url: string, name = "Google", now = NOW) =>
  addCalendarSource(db, owner, { name, url }, now, loopback);

const activity = async (db: Db) =>
  (await db.select().from(auditEntries)).map(({ action, label }) => `${action} ${label}`);

test("a calendar that is added is read at once", async ({ db }) => {
  const { url } = await aCalendarThat(saying(weekly));
  expect(await add(db, url)).toEqual({ ok: true, ahead: 10 });
  const [source] = await listCalendarSources(db, owner, NOW);
  expect(source).toMatchObject({ name: "Google", ahead: 10, checkedAt: NOW, failingSince: null });
  expect(await activity(db)).toEqual(["added busy times (Google)"]);
});

test("its address is shown to nobody and written into no log", async ({ db }) => {
  const { url } = await aCalendarThat(saying(weekly));
  await add(db, url);
  const shown = [await listCalendarSources(db, owner, NOW), await db.select().from(auditEntries)];
  expect(JSON.stringify(shown)).not.toContain("secret");
});

onBoth("a double click adds it once, another time it is refused", async ({ db }) => {
  const { url } = await aCalendarThat(saying(weekly));
  const twice = await Promise.all([add(db, url), add(db, url)]);
  expect(twice.map(({ ok }) => ok)).toEqual([true, true]);
  expect(await add(db, url, "Again")).toEqual({
    ok: false,
    errors: { url: "You've already added this calendar, as Google." },
  });
  expect(await db.$count(calendarSources)).toBe(1);
});

describe("nothing is stored", () => {
  test.for([
    [answering(404), /^Nothing opens at that address/],
    [answering(401), /^That calendar won't open without signing in/],
    [saying("<!doctype html>"), /^That address opens something else/],
    [saying("BEGIN:VCALENDAR"), /^That calendar stopped in the middle/],
    [saying("", { "Content-Length": "20000001" }), /larger than 20 MB/],
  ] as const)("of an address that is no calendar: %#", async ([behave, sentence], { db }) => {
    const { url } = await aCalendarThat(behave);
    expect(await add(db, url)).toEqual({
      ok: false,
      errors: { url: expect.stringMatching(sentence) },
    });
    expect(await db.$count(calendarSources)).toBe(0);
  });

  test("of a machine of the server's own network", async ({ db }) => {
    const { url, asked } = await aCalendarThat(saying(weekly));
    const input = { name: "Inside", url: url.replace("http:", "https:") };
    expect(await addCalendarSource(db, owner, input, NOW)).toMatchObject({
      errors: { url: expect.stringContaining("private network") },
    });
    expect(asked).toEqual([]);
  });
});

test("one that is removed takes its busy times with it, and twice is once", async ({ db }) => {
  const { url } = await aCalendarThat(saying(weekly));
  await add(db, url);
  const [source] = await listCalendarSources(db, owner, NOW);
  await removeCalendarSource(db, owner, source!.id, NOW);
  await removeCalendarSource(db, owner, source!.id, NOW);
  expect(await db.$count(busyTimes)).toBe(0);
  expect(await activity(db)).toEqual(["added busy times (Google)", "removed busy times (Google)"]);
});

test("one can be checked at any time, and says what is wrong", async ({ db }) => {
  const { url, behaves } = await aCalendarThat(saying(weekly));
  await add(db, url);
  const [source] = await listCalendarSources(db, owner, NOW);
  behaves(answering(410));
  const later = minutesLater(NOW, 1);
  expect(await checkCalendarSource(db, owner, source!.id, later, loopback)).toMatchObject({
    failingSince: later,
    error: expect.stringContaining("Nothing opens"),
    ahead: 10,
  });
  expect(await checkCalendarSource(db, owner, "gone", later, loopback)).toBeNull();
});
