import { describe, expect } from "vitest";
import { test } from "#tests/support/db.ts";
import { NOW } from "#tests/support/factories.ts";
import { forgetAllowances, spend } from "./rate-limit.server.ts";
import type { Db } from "./db.server.ts";
import { rateLimitBuckets, formCounters } from "./tables.server.ts";

const minute = 60_000;
const threeAnHour = { atOnce: 3, every: 60 * minute };
const at = (minutes: number) => new Date(NOW.getTime() + minutes * minute);

/** In which of these minutes something was allowed. */
async function allowed(db: Db, minutes: readonly number[]): Promise<number[]> {
  const passed: number[] = [];
  for (const when of minutes) {
    if ((await spend(db, "id", threeAnHour, at(when))) === null) passed.push(when);
  }
  return passed;
}

describe("an allowance", () => {
  test("of three an hour lets no more than three pass within any hour", async ({ db }) => {
    const passed = await allowed(
      db,
      Array.from({ length: 60 }, (_, index) => 5 * index),
    );
    const withinAnHour = (from: number) =>
      passed.filter((when) => when >= from && when < from + 60);
    expect(Math.max(...passed.map((from) => withinAnHour(from).length))).toBe(3);
    expect(passed.slice(0, 5)).toEqual([0, 5, 10, 60, 120]);
  });

  test("says how long it takes until there is another", async ({ db }) => {
    await allowed(db, [0, 10, 20]);
    expect(await spend(db, "id", threeAnHour, at(20))).toBe(40 * minute);
    expect(await spend(db, "id", threeAnHour, at(59))).toBe(1 * minute);
    expect(await spend(db, "id", threeAnHour, at(60))).toBeNull();
  });

  test("is whole again after a while, and not more than whole", async ({ db }) => {
    await allowed(db, [0, 0, 0]);
    expect(await allowed(db, [1_000, 1_000, 1_000, 1_000])).toHaveLength(3);
  });

  test("is spent as often as it allows when many ask at the same moment", async ({ db }) => {
    const asked = Array.from({ length: 20 }, () =>
      db.transaction((tx) => spend(tx, "id", threeAnHour, NOW)),
    );
    const answers = await Promise.all(asked);
    expect(answers.filter((answer) => answer === null)).toHaveLength(3);
    expect(new Set(answers)).toEqual(new Set([null, 60 * minute]));
  });

  test("that one has spent is still another's", async ({ db }) => {
    await allowed(db, [0, 0, 0]);
    expect(await spend(db, "another", threeAnHour, NOW)).toBeNull();
  });

  test("is not kept from anybody by a clock that ran a day ahead", async ({ db }) => {
    const tomorrow = 24 * 60;
    await allowed(db, [tomorrow, tomorrow, tomorrow]);
    expect(await allowed(db, [0, 0, 0, 0])).toHaveLength(3);
  });

  test("holds between processes whose clocks differ by some seconds", async ({ db }) => {
    const seconds = (count: number) => count / 60;
    await allowed(db, [seconds(5), seconds(5), seconds(5)]);
    expect(await allowed(db, [0, 0])).toEqual([]);
  });

  test("is forgotten when all of it is there again", async ({ db }) => {
    await allowed(db, [0, 0]);
    await forgetAllowances(db, at(119));
    expect(await db.select().from(rateLimitBuckets)).toHaveLength(1);
    await forgetAllowances(db, at(121));
    expect(await db.select().from(rateLimitBuckets)).toEqual([]);
  });
});

test("counters that the version before has left behind are forgotten, and those that it still uses are not", async ({
  db,
}) => {
  const counter = (id: string, minutes: number) => ({ id, began: at(minutes), count: 1 });
  await db.insert(formCounters).values([counter("left behind", -61), counter("in use", -9)]);
  await forgetAllowances(db, NOW);
  expect(await db.delete(formCounters).returning({ id: formCounters.id })).toEqual([
    { id: "in use" },
  ]);
});
