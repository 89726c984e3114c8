import { describe, expect } from "vitest";
import { onBothDatabases as dbTest } from "#tests/support/db.ts";
import { NOW } from "#tests/support/factories.ts";
import { deleteFullRateLimits, consume } from "./rate-limit.server.ts";
import type { Db } from "./db.server.ts";
import { rateLimitBuckets, formCounters } from "./tables.server.ts";

const minute = 60_000;
const threeAnHour = { burst: 3, interval: 60 * minute };
const at = (minutes: number) => new Date(NOW.getTime() + minutes * minute);

async function allowed(db: Db, minutes: readonly number[]): Promise<number[]> {
  const passed: number[] = [];
  for (const when of minutes) {
    if ((await consume(db, "id", threeAnHour, at(when))) === null) passed.push(when);
  }
  return passed;
}

describe("a rate limit", () => {
  dbTest("of three an hour allows no more than three within any hour", async ({ db }) => {
    const passed = await allowed(
      db,
      Array.from({ length: 60 }, (_, index) => 5 * index),
    );
    const withinAnHour = (from: number) =>
      passed.filter((when) => when >= from && when < from + 60);
    expect(Math.max(...passed.map((from) => withinAnHour(from).length))).toBe(3);
    expect(passed.slice(0, 5)).toEqual([0, 5, 10, 60, 120]);
  });

  dbTest("says how long to wait for the next", async ({ db }) => {
    await allowed(db, [0, 10, 20]);
    expect(await consume(db, "id", threeAnHour, at(20))).toBe(40 * minute);
    expect(await consume(db, "id", threeAnHour, at(59))).toBe(1 * minute);
    expect(await consume(db, "id", threeAnHour, at(60))).toBeNull();
  });

  dbTest("asks nobody to wait longer than for one more", async ({ db }) => {
    await allowed(db, [1, 1, 1]);
    // This request read the clock a minute before the one that took the last.
    expect(await consume(db, "id", threeAnHour, at(0))).toBe(60 * minute);
  });

  dbTest(
    "lets the last of a burst pass though it read the clock a moment before the first",
    async ({ db }) => {
      expect(await allowed(db, [0, 0, -0.0001])).toHaveLength(3);
      expect(await consume(db, "id", threeAnHour, at(-0.0001))).toBe(60 * minute);
    },
  );

  dbTest("refills after a while, and never beyond its burst", async ({ db }) => {
    await allowed(db, [0, 0, 0]);
    expect(await allowed(db, [1_000, 1_000, 1_000, 1_000])).toHaveLength(3);
  });

  dbTest("lets no more than its burst pass when many come at the same moment", async ({ db }) => {
    const asked = Array.from({ length: 20 }, () =>
      db.transaction((tx) => consume(tx, "id", threeAnHour, NOW)),
    );
    const answers = await Promise.all(asked);
    expect(answers.filter((answer) => answer === null)).toHaveLength(3);
    expect(new Set(answers)).toEqual(new Set([null, 60 * minute]));
  });

  dbTest("that one client has used up still serves another", async ({ db }) => {
    await allowed(db, [0, 0, 0]);
    expect(await consume(db, "another", threeAnHour, NOW)).toBeNull();
  });

  dbTest("shuts nobody out after a clock has run a day ahead", async ({ db }) => {
    const tomorrow = 24 * 60;
    await allowed(db, [tomorrow, tomorrow, tomorrow]);
    expect(await allowed(db, [0, 0, 0, 0])).toHaveLength(3);
  });

  dbTest("holds between processes whose clocks differ by seconds", async ({ db }) => {
    const seconds = (count: number) => count / 60;
    await allowed(db, [seconds(5), seconds(5), seconds(5)]);
    expect(await allowed(db, [0, 0])).toEqual([]);
  });

  dbTest("is deleted once it is full again", async ({ db }) => {
    await allowed(db, [0, 0]);
    await deleteFullRateLimits(db, at(119));
    expect(await db.select().from(rateLimitBuckets)).toHaveLength(1);
    await deleteFullRateLimits(db, at(121));
    expect(await db.select().from(rateLimitBuckets)).toEqual([]);
  });
});

dbTest(
  "counters that the previous version left behind are deleted, those that it still uses are kept",
  async ({ db }) => {
    const counter = (id: string, minutes: number) => ({ id, began: at(minutes), count: 1 });
    await db.insert(formCounters).values([counter("left behind", -61), counter("in use", -9)]);
    await deleteFullRateLimits(db, NOW);
    expect(await db.delete(formCounters).returning({ id: formCounters.id })).toEqual([
      { id: "in use" },
    ]);
  },
);
