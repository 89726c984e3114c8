import { asc, eq } from "drizzle-orm";
import { describe, expect, onTestFinished } from "vitest";
import { readFreeStarts } from "#app/features/services/queries.server.ts";
import type { Db } from "#app/server/database/db.server.ts";
import { busyTimes, calendarSources } from "#app/server/database/tables.server.ts";
import { answering, loopback, saying, startCalendar } from "#tests/fakes/calendars.ts";
import { dbTest as test, onBothDatabases as onBoth } from "#tests/support/db.ts";
import { aLesson, anEntry, anOpenWeek, minutesLater } from "#tests/support/diary.ts";
import {
  aCalendar,
  anEvent,
  googleCalendar,
  inMelbourne,
  weeklyFriday,
} from "#tests/support/foreign-calendars.ts";
import { failingCalendars, listBusyTimes } from "./queries.server.ts";
import { followCalendars, freshenCalendars, refreshCalendars } from "./refresh.server.ts";

/* Calendars that are looked at again and again. NOW is Thursday 1 October 2026, noon in Melbourne. */

const NOW = new Date("2026-10-01T02:00:00Z");
const later = (minutes: number) => minutesLater(NOW, minutes);

async function aSource(db: Db, behave: Parameters<typeof startCalendar>[0]) {
  const fake = await startCalendar(behave);
  onTestFinished(fake.stop);
  const [source] = await db
    .insert(calendarSources)
    .values({ name: "Google", url: fake.url })
    .returning({ id: calendarSources.id });
  return { ...fake, id: source!.id };
}

const weekly = aCalendar(...weeklyFriday);

async function stateOf(db: Db, id: string) {
  const [source] = await db.select().from(calendarSources).where(eq(calendarSources.id, id));
  return source!;
}

const busyOf = (db: Db) => db.select().from(busyTimes).orderBy(asc(busyTimes.startsAt));
const refresh = (db: Db, now: Date) => refreshCalendars(db, now, loopback);

test("a weekly Friday hides its times from visitors, before the clocks change and after", async ({
  db,
}) => {
  await anOpenWeek(db);
  const lesson = await aLesson(db, { bufferAfter: 0, step: 60, notice: 0 });
  const shifted = weekly.replaceAll("T170000", "T100000").replaceAll("T183000", "T120000");
  await aSource(db, saying(shifted));
  await refresh(db, NOW);
  const onDay = (day: string) => readFreeStarts(db, lesson, { from: day, until: day }, NOW);
  const hours = (starts: Date[]) => starts.map((at) => at.toISOString().slice(8, 13)).join(" ");
  expect(hours(await onDay("2026-10-02"))).toBe("01T23 02T02 02T03 02T04 02T05 02T06");
  // Summer time.
  expect(hours(await onDay("2026-10-09"))).toBe("08T22 09T01 09T02 09T03 09T04 09T05");
});

test("busy times are listed with their names, day by day", async ({ db }) => {
  await aSource(db, saying(weekly));
  await refresh(db, NOW);
  expect(await listBusyTimes(db, { from: "2026-10-09", until: "2026-10-09" })).toEqual([
    {
      start: new Date("2026-10-09T06:00:00Z"),
      end: new Date("2026-10-09T07:30:00Z"),
      summary: "Choir",
      source: "Google",
    },
  ]);
  expect(await listBusyTimes(db, { from: "2026-10-10", until: "2026-10-15" })).toEqual([]);
});

describe("how often a calendar is asked", () => {
  onBoth("once in five minutes, and by one of two processes", async ({ db }) => {
    const { asked } = await aSource(db, saying(weekly));
    await Promise.all([refresh(db, NOW), refresh(db, NOW)]);
    await refresh(db, later(4));
    expect(asked).toHaveLength(1);
    await refresh(db, later(5));
    expect(asked).toHaveLength(2);
  });

  onBoth("before a booking after a minute", async ({ db }) => {
    const { asked } = await aSource(db, saying(weekly));
    await refresh(db, NOW);
    const freshen = (seconds: number) =>
      freshenCalendars(db, new Date(NOW.getTime() + seconds * 1000), loopback);
    await freshen(59);
    expect(asked).toHaveLength(1);
    await Promise.all([freshen(60), freshen(60), freshen(60)]);
    expect(asked).toHaveLength(2);
  });

  test("again when the machine's clock was set back", async ({ db }) => {
    const { asked } = await aSource(db, saying(weekly));
    await refresh(db, later(60 * 24));
    await refresh(db, NOW);
    expect(asked).toHaveLength(2);
  });
});

test("a booking waits no longer than two seconds, and what comes later is stored", async ({
  db,
}) => {
  const slow = Promise.withResolvers<void>();
  await aSource(db, (_, response) => slow.promise.then(() => response.end(weekly)));
  // Would wait for ever: the calendar answers only after the booking.
  await freshenCalendars(db, NOW, loopback);
  expect(await busyOf(db)).toEqual([]);
  slow.resolve();
  await expect.poll(() => busyOf(db)).not.toHaveLength(0);
});

test("a second booking waits for what the first one has begun to look at", async ({ db }) => {
  const slow = Promise.withResolvers<void>();
  const { asked } = await aSource(db, (_, response) =>
    slow.promise.then(() => response.end(weekly)),
  );
  const first = freshenCalendars(db, NOW, loopback);
  await expect.poll(() => asked).toHaveLength(1);
  const second = freshenCalendars(db, NOW, loopback).then(() => busyOf(db));
  slow.resolve();
  expect(await second).not.toHaveLength(0);
  await first;
});

test("what a stranger invites her to for ever, with whatever in its name, takes its time", async ({
  db,
}) => {
  const events = ["DURATION:P99999999W", "DURATION:PT9999999999999999S", "DTEND:99991231T000000Z"];
  const text = aCalendar(
    ...events.flatMap((end, index) =>
      anEvent(`e${index}`, "DTSTART:20261002T000000Z", end, `SUMMARY:Now\0here\u202e ${index}`),
    ),
    ...weeklyFriday,
  );
  const { id } = await aSource(db, saying(text));
  await refresh(db, NOW);
  expect(await stateOf(db, id)).toMatchObject({ failingSince: null, error: null });
  const names = (await busyOf(db)).map(({ summary }) => summary);
  expect(names).toEqual(expect.arrayContaining(["Nowhere 0", "Nowhere 1", "Nowhere 2", "Choir"]));
});

describe("what has not changed is not written again", () => {
  test("where the calendar says so", async ({ db }) => {
    const { id, behaves, asked } = await aSource(db, saying(weekly, { ETag: '"one"' }));
    await refresh(db, NOW);
    const before = await busyOf(db);
    behaves(answering(304));
    await refresh(db, later(5));
    expect(asked[1]).toMatchObject({ "if-none-match": '"one"' });
    expect(await busyOf(db)).toEqual(before);
    expect(await stateOf(db, id)).toMatchObject({ succeededAt: later(5), failingSince: null });
  });

  test("where each event is stamped anew, as Google's are", async ({ db }) => {
    const { id, behaves } = await aSource(db, saying(googleCalendar("20261001T000000Z")));
    await refresh(db, NOW);
    const before = [await busyOf(db), (await stateOf(db, id)).body];
    behaves(saying(googleCalendar("20261001T000500Z")));
    await refresh(db, later(5));
    expect([await busyOf(db), (await stateOf(db, id)).body]).toEqual(before);
  });
});

test("an event that was removed frees its time, one that was added takes it", async ({ db }) => {
  const { behaves } = await aSource(db, saying(weekly));
  await refresh(db, NOW);
  const once = anEvent("x", ...inMelbourne("20261006T090000", "20261006T100000"));
  behaves(saying(aCalendar(...once)));
  await refresh(db, later(5));
  expect((await busyOf(db)).map(({ startsAt }) => startsAt.toISOString())).toEqual([
    "2026-10-05T22:00:00.000Z",
  ]);
});

test("the days go on, although the calendar says nothing new or nothing at all", async ({ db }) => {
  const { id, behaves } = await aSource(db, saying(weekly, { ETag: '"one"' }));
  await refresh(db, NOW);
  const lastBusy = async () => (await busyOf(db)).at(-1)!.startsAt;
  expect(await lastBusy()).toEqual(new Date("2026-12-04T06:00:00Z"));
  const day = 24 * 60;
  behaves(answering(304));
  await refresh(db, later(7 * day));
  expect(await lastBusy()).toEqual(new Date("2026-12-11T06:00:00Z"));
  behaves(answering(500));
  await refresh(db, later(14 * day));
  expect(await lastBusy()).toEqual(new Date("2026-12-18T06:00:00Z"));
  expect((await stateOf(db, id)).expandedUntil).toBe("2026-12-21");
});

test("as far ahead as visitors can book, and a week", async ({ db }) => {
  await aLesson(db, { daysAhead: 120 });
  const { id } = await aSource(db, saying(weekly));
  await refresh(db, NOW);
  expect((await stateOf(db, id)).expandedUntil).toBe("2027-02-05");
});

describe("a calendar that fails", () => {
  test("keeps its last good state, and the owner is told after half an hour", async ({ db }) => {
    const { id, behaves } = await aSource(db, saying(weekly));
    await refresh(db, NOW);
    const before = await busyOf(db);
    behaves(answering(503));
    await refresh(db, later(5));
    await refresh(db, later(10));
    expect(await busyOf(db)).toEqual(before);
    expect(await failingCalendars(db, later(34))).toEqual([]);
    expect(await failingCalendars(db, later(35))).toEqual([
      {
        id,
        name: "Google",
        since: later(5),
        succeededAt: NOW,
        error: expect.stringContaining("isn't answering"),
      },
    ]);
    behaves(saying(weekly));
    await refresh(db, later(40));
    expect(await failingCalendars(db, later(80))).toEqual([]);
    expect(await stateOf(db, id)).toMatchObject({ failingSince: null, error: null });
  });

  test("does not keep another from being read", async ({ db }) => {
    await aSource(db, answering(404));
    await aSource(db, saying(weekly));
    await refresh(db, NOW);
    expect(await busyOf(db)).not.toHaveLength(0);
  });

  test("never fails a booking", async ({ db }) => {
    const { id } = await aSource(db, saying("<!doctype html>"));
    await freshenCalendars(db, NOW, loopback);
    expect(await stateOf(db, id)).toMatchObject({ failingSince: NOW });
    const away = () => {
      throw new Error("The database is away.");
    };
    await freshenCalendars({ update: away } as unknown as Db, NOW, loopback);
  });
});

test("events that could not be understood are told about, and the rest count", async ({ db }) => {
  const broken = anEvent("b", "DTSTART:never");
  const { id } = await aSource(db, saying(aCalendar(...broken, ...weeklyFriday)));
  await refresh(db, NOW);
  expect(await busyOf(db)).not.toHaveLength(0);
  expect(await stateOf(db, id)).toMatchObject({
    failingSince: null,
    error: "One event in it couldn't be understood and is left out.",
  });
});

test("this site's own events under an earlier address of it keep no time, those of others do", async ({
  db,
}) => {
  const seriesId = "0a1b2c3d-0000-4000-8000-00000000000a";
  const entry = await anEntry(db, { seriesId });
  const at = (uid: string) =>
    anEvent(`${uid}@old.example`, ...inMelbourne("20261006T090000", "20261006T100000"));
  const theirs = "appointment-6f1c2a34-0b5d-4e6f-8a9b-0c1d2e3f4a5b";
  const own = [`appointment-${entry.id}`, `series-${seriesId}`];
  await aSource(db, saying(aCalendar(...[...own, theirs].flatMap(at))));
  await refresh(db, NOW);
  expect(await busyOf(db)).toHaveLength(1);
});

onBoth("a calendar that is removed while it is asked for leaves nothing", async ({ db }) => {
  const { id } = await aSource(db, async (_, response) => {
    await db.delete(calendarSources).where(eq(calendarSources.id, id));
    response.end(weekly);
  });
  await refresh(db, NOW);
  expect(await busyOf(db)).toEqual([]);
});

describe("while the site runs", () => {
  const follow = { interval: 20, network: loopback };

  test("calendars are looked at, those added later too", async ({ db }) => {
    const stop = followCalendars(db, follow);
    const { asked } = await aSource(db, saying(weekly));
    await expect.poll(() => busyOf(db)).not.toHaveLength(0);
    await stop();
    expect(asked).toHaveLength(1);
  });

  test("a calendar that is slow keeps no site from stopping, and does not count as failing", async ({
    db,
  }) => {
    const left = Promise.withResolvers<void>();
    const { id, asked } = await aSource(db, (_, response) => response.on("close", left.resolve));
    const stop = followCalendars(db, follow);
    await expect.poll(() => asked).toHaveLength(1);
    await stop();
    await left.promise;
    expect(await stateOf(db, id)).toMatchObject({ failingSince: null, error: null });
  });
});
