import { expect } from "vitest";
import { test } from "#tests/db.ts";
import { NOW } from "#tests/factories.ts";
import { count, forget, type Limit, triesOf } from "./limits.server.ts";

const limit: Limit = { key: "k", max: 3, windowMs: 60_000 };
const after = (ms: number) => new Date(NOW.getTime() + ms);

test("so many are allowed in a window, and then the seconds to wait are told", async ({ db }) => {
  for (let turn = 0; turn < 3; turn++) expect(await count(db, limit, after(turn * 1000))).toBeNull();
  expect(await count(db, limit, after(20_000))).toBe(40);
  expect(await count(db, limit, after(59_999))).toBe(1);
  expect(await count(db, limit, after(60_000))).toBeNull();
});

test("all at once are counted one by one, the very first among them", async ({ db }) => {
  for (let round = 0; round < 40; round++) {
    const key = `k ${round}`;
    const answers = await Promise.all(Array.from({ length: 8 }, () => count(db, { ...limit, key }, NOW)));
    expect(answers.filter((wait) => wait === null)).toHaveLength(3);
  }
});

test("getting in forgets the mistakes before; an address counts as one however it is written", async ({ db }) => {
  for (let turn = 0; turn < 10; turn++) await count(db, triesOf("Ada@Example.com "), NOW);
  expect(await count(db, triesOf("ada@example.com"), NOW)).toBe(600);
  await forget(db, triesOf("ada@example.com"));
  expect(await count(db, triesOf("ada@example.com"), NOW)).toBeNull();
});
