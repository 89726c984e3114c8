import { describe, expect } from "vitest";
import { dbTest } from "#tests/support/db.ts";
import {
  aLesson,
  anEntry,
  anOpenWeek,
  busyElsewhere,
  minutesLater,
  THURSDAY_TEN,
} from "#tests/support/diary.ts";
import { NOW } from "#tests/support/factories.ts";
import { clockIn } from "#tests/support/time-zone.ts";
import type { Db } from "#app/server/database/db.server.ts";
import { dayHours, diaryEntries, openingHours } from "#app/server/database/tables.server.ts";
import { addDays, melbourneZone, startOfDay } from "#app/values/calendar.ts";
import { zonedTime } from "#app/values/wall-clock.ts";
import { freeWeekOf } from "./free-week.ts";
import type { Service } from "./model.ts";
import {
  findObstacle,
  findService,
  listServices,
  nextFreeStarts,
  readFreeStarts,
} from "./queries.server.ts";

const THURSDAY = "2026-03-12";
const on = (day: string) => ({ from: day, until: day });
const closed = Array.from({ length: 7 }, () => []);
const hourly = { step: 60 };

/** The times of a Thursday, as Melbourne's clocks show them. */
async function timesOf(db: Db, service: Service, day = THURSDAY) {
  const starts = await readFreeStarts(db, service, on(day), NOW);
  return starts.map((start) => zonedTime(start, "Australia/Melbourne").replace(":00", ""));
}

const wholeDay = ["9 am", "10 am", "11 am", "12 pm", "1 pm", "2 pm", "3 pm", "4 pm"];
const without = (...times: string[]) => wholeDay.filter((time) => !times.includes(time));

describe("a day of nine to five", () => {
  dbTest.for(["UTC", "America/Los_Angeles", "Pacific/Kiritimati"])(
    "has the same times under TZ=%s",
    async (zone, { db }) => {
      clockIn(zone);
      await anOpenWeek(db);
      const service = await aLesson(db, hourly);
      await anEntry(db);
      const [first] = await readFreeStarts(db, service, on(THURSDAY), NOW);
      expect(first).toEqual(minutesLater(THURSDAY_TEN, 120));
      expect(await timesOf(db, service, "2026-03-13")).toEqual(wholeDay);
    },
  );

  dbTest("has no time for a service that has closed hours of its own", async ({ db }) => {
    await anOpenWeek(db);
    const service = await aLesson(db, hourly);
    const other = await aLesson(db, { ...hourly, slug: "other" });
    await db.insert(openingHours).values({ serviceId: service.id, week: closed });
    expect(await timesOf(db, service)).toEqual([]);
    expect(await timesOf(db, other)).toEqual(wholeDay);
  });

  dbTest("is another one within a week with days", async ({ db }) => {
    await anOpenWeek(db);
    const service = await aLesson(db, hourly);
    const week = Array.from({ length: 7 }, () => [["09:00", "10:00"]]);
    await db.insert(openingHours).values({ week, fromDay: THURSDAY, untilDay: THURSDAY });
    expect(await timesOf(db, service, "2026-03-13")).toEqual(wholeDay);
    expect(await timesOf(db, service)).toEqual(["9 am"]);
    const both = { from: THURSDAY, until: "2026-03-13" };
    expect(await readFreeStarts(db, service, both, NOW)).toHaveLength(9);
  });

  dbTest("can be a single day with its own hours, or closed", async ({ db }) => {
    await anOpenWeek(db);
    const service = await aLesson(db, hourly);
    await db.insert(dayHours).values([
      { day: THURSDAY, hours: [["18:00", "20:00"]] },
      { day: "2026-03-13", hours: [] },
    ]);
    expect(await timesOf(db, service)).toEqual(["6 pm", "7 pm"]);
    expect(await timesOf(db, service, "2026-03-13")).toEqual([]);
  });
});

describe("the hour from 11 to 12 on a day of sessions with 15 minutes after them", () => {
  const eleven = minutesLater(THURSDAY_TEN, 60);
  const span = { startsAt: eleven, endsAt: minutesLater(eleven, 60) };
  const exact = { ...span, busyFrom: eleven, busyUntil: span.endsAt };

  dbTest.for([
    ["a lesson", {}],
    ["a request", { state: "requested" }],
    ["one that is held", { state: "held", heldUntil: minutesLater(NOW, 5) }],
    ["a block", { kind: "block" }],
    ["an absence", { kind: "away" }],
    ["an event", { kind: "event" }],
    ["an exam", { kind: "exam" }],
    ["an entry beside another", { firm: false }],
  ] as const)("is taken by %s, and so is what would reach into it", async ([, given], { db }) => {
    await anOpenWeek(db);
    const service = await aLesson(db, hourly);
    await anEntry(db, { ...exact, ...given });
    expect(await timesOf(db, service)).toEqual(without("10 am", "11 am"));
  });

  dbTest.for([
    ["what was cancelled", { state: "cancelled" }],
    ["suspected spam", { state: "requested", firm: false, spamReason: "trap" }],
    ["what is no longer held", { state: "held", heldUntil: NOW }],
    ["what is in the past", { state: "done" }],
  ] as const)("is free of %s", async ([, given], { db }) => {
    await anOpenWeek(db);
    const service = await aLesson(db, hourly);
    await anEntry(db, { ...exact, ...given });
    expect(await timesOf(db, service)).toEqual(wholeDay);
  });

  dbTest("is taken by what another calendar says, unless it takes no time", async ({ db }) => {
    await anOpenWeek(db);
    const service = await aLesson(db, hourly);
    await busyElsewhere(db, span.startsAt, span.endsAt);
    await busyElsewhere(db, THURSDAY_TEN, THURSDAY_TEN);
    expect(await timesOf(db, service)).toEqual(without("10 am", "11 am"));
  });

  dbTest("is free again once its lesson is cancelled", async ({ db }) => {
    await anOpenWeek(db);
    const service = await aLesson(db);
    const before = await timesOf(db, service);
    await anEntry(db, { startsAt: eleven });
    expect(await timesOf(db, service)).not.toEqual(before);
    await db.update(diaryEntries).set({ state: "cancelled" });
    expect(await timesOf(db, service)).toEqual(before);
  });

  dbTest("is free to the lesson that moves from it", async ({ db }) => {
    await anOpenWeek(db);
    const service = await aLesson(db);
    const { id } = await anEntry(db, { startsAt: eleven, serviceId: service.id });
    const later = minutesLater(eleven, 15);
    expect(await findObstacle(db, service, later, NOW)).toBe("taken");
    expect(await findObstacle(db, service, later, NOW, { except: id })).toBeNull();
    const starts = await readFreeStarts(db, service, on(THURSDAY), NOW, { except: id });
    expect(starts).toContainEqual(later);
  });
});

describe("a week of a month ago, or of next year", () => {
  dbTest("has no times", async ({ db }) => {
    await anOpenWeek(db);
    const service = await aLesson(db);
    for (const from of ["2026-02-01", "2027-03-01", "1900-01-01", "9999-12-25"])
      expect(
        await readFreeStarts(db, service, { from, until: addDays(from, 6) }, NOW),
        from,
      ).toEqual([]);
  });
});

describe("what stands against a booking", () => {
  dbTest.for([
    ["nothing at a time that is offered", THURSDAY_TEN, {}, null],
    ["its notice", THURSDAY_TEN, { notice: 48 }, "past"],
    ["that it is over", minutesLater(NOW, -60), { notice: 0 }, "past"],
    ["that it is closed then", minutesLater(THURSDAY_TEN, 420), {}, "outside"],
    ["that no session begins then", minutesLater(THURSDAY_TEN, 7), {}, "outside"],
    ["that it is too far ahead", THURSDAY_TEN, { daysAhead: 1 }, "outside"],
    ["that it is no time", new Date(Number.NaN), {}, "outside"],
    ["that it is taken", minutesLater(THURSDAY_TEN, 180), {}, "taken"],
    ["that the day has its most", THURSDAY_TEN, { mostPerDay: 1 }, "taken"],
  ] as const)("is %s", async ([, start, rules, obstacle], { db }) => {
    await anOpenWeek(db);
    const service = await aLesson(db, rules);
    await anEntry(db, { startsAt: minutesLater(THURSDAY_TEN, 180), serviceId: service.id });
    expect(await findObstacle(db, service, start, NOW)).toBe(obstacle);
  });

  dbTest("is counted by service and by Melbourne's day", async ({ db }) => {
    await anOpenWeek(db);
    const service = await aLesson(db, { mostPerDay: 1 });
    const other = await aLesson(db, { slug: "other" });
    const three = minutesLater(THURSDAY_TEN, 300);
    await anEntry(db, { startsAt: three, serviceId: other.id });
    // 11:30 pm on Wednesday, and 12:30 am on Friday.
    for (const minutes of [-630, 870])
      await anEntry(db, { startsAt: minutesLater(THURSDAY_TEN, minutes), serviceId: service.id });
    expect(await findObstacle(db, service, THURSDAY_TEN, NOW)).toBeNull();
    const { id } = await anEntry(db, { startsAt: THURSDAY_TEN, serviceId: service.id });
    const noon = minutesLater(THURSDAY_TEN, 120);
    expect(await findObstacle(db, service, noon, NOW)).toBe("taken");
    expect(await findObstacle(db, service, noon, NOW, { except: id })).toBeNull();
  });

  dbTest("depends on how long this session is", async ({ db }) => {
    await anOpenWeek(db);
    const service = await aLesson(db);
    const four = minutesLater(THURSDAY_TEN, 360);
    expect(await findObstacle(db, service, four, NOW)).toBeNull();
    expect(await findObstacle(db, { ...service, minutes: 61 }, four, NOW)).toBe("outside");
  });
});

dbTest(
  "the next free times begin with the first after a time, and end with the last day",
  async ({ db }) => {
    await anOpenWeek(db);
    const service = await aLesson(db, { ...hourly, daysAhead: 2 });
    await anEntry(db);
    const next = (count: number, after = THURSDAY_TEN) =>
      nextFreeStarts(db, service, after, count, NOW);
    expect(await next(2)).toEqual([120, 180].map((minutes) => minutesLater(THURSDAY_TEN, minutes)));
    expect(await next(9)).toHaveLength(5);
    expect(await next(3, minutesLater(THURSDAY_TEN, 10_000))).toEqual([]);
    // 1:00 pm on Tuesday with a day's notice.
    expect(await next(1, NOW)).toEqual([minutesLater(NOW, 1440)]);
  },
);

describe("services", () => {
  dbTest(
    "are listed by category, position and length, those that can be booked",
    async ({ db }) => {
      await aLesson(db, {
        category: "discovery",
        slug: "d",
        name: "Discovery",
        minutes: 30,
        price: null,
      });
      await aLesson(db, { slug: "90", name: "Ninety", minutes: 90 });
      await aLesson(db, { slug: "first", name: "First", minutes: 120, position: -1 });
      await aLesson(db, { slug: "off", name: "Not active", active: false });
      await aLesson(db, { slug: "50", name: "Without a price", minutes: 50, price: null });
      await aLesson(db, { slug: "30", name: "Thirty", minutes: 30 });
      const names = async (options?: { all: boolean }) =>
        (await listServices(db, options)).map(({ name }) => name);
      expect(await names()).toEqual(["First", "Thirty", "Ninety", "Discovery"]);
      expect(await names({ all: true })).toHaveLength(6);
    },
  );

  dbTest("are found by their path while they can be booked", async ({ db }) => {
    const { id } = await aLesson(db, { slug: "60" });
    await aLesson(db, { slug: "off", active: false });
    expect((await findService(db, "voice-piano", "60"))?.id).toBe(id);
    for (const [category, slug] of [
      ["voice-piano", "off"],
      ["presence", "60"],
      ["nothing", "60"],
      ["voice-piano", ""],
    ] as const)
      expect(await findService(db, category, slug)).toBeUndefined();
  });
});

dbTest("a month counts no time sooner than the notice, nor any on days away", async ({ db }) => {
  await anOpenWeek(db);
  const service = await aLesson(db, { ...hourly, notice: 48 });
  const away = { startsAt: startOfDay("2026-03-16"), endsAt: startOfDay("2026-03-21") };
  await anEntry(db, { kind: "away", ...away, busyFrom: away.startsAt, busyUntil: away.endsAt });
  const range = { from: "2026-03-01", until: "2026-04-30" };
  const starts = await readFreeStarts(db, service, range, NOW);
  const { month, chosen } = freeWeekOf(starts, null, melbourneZone, NOW);
  expect(chosen).toBe(THURSDAY);
  expect(month.weeks.map((days) => days.map(({ count }) => count))).toEqual([
    [0, 0, 0, 0, 0, 0, 0],
    [0, 0, 0, 0, 0, 0, 0],
    [0, 0, 0, 4, 8, 8, 8],
    [0, 0, 0, 0, 0, 8, 8],
    [8, 8, 8, 8, 8, 8, 8],
    [8, 8, 8, 8, 8, 8, 8],
  ]);
});
