import { createHash } from "node:crypto";
import { expect } from "vitest";
import type { Db } from "#app/server/database/db.server.ts";
import { attemptCounters } from "#app/server/database/tables.server.ts";
import { dbTest, onBothDatabases as onBoth } from "#tests/support/db.ts";
import { NOW } from "#tests/support/factories.ts";
import { requestLimit } from "./endpoints.server.ts";
import {
  wrongGuessLimit,
  messageLimit,
  passwordLimit,
  type AttemptLimit,
  countAttempt,
  resetCounter,
  deleteExpiredCounters,
  incrementCounter,
} from "./limits.server.ts";
import { lifetimes } from "./model.ts";

const limit: AttemptLimit = { key: "k", max: 3, windowMs: 60_000 };
const after = (ms: number) => new Date(NOW.getTime() + ms);

dbTest(
  "a limit allows its number of attempts, then says how many seconds to wait",
  async ({ db }) => {
    for (let turn = 0; turn < 3; turn++)
      expect(await countAttempt(db, limit, after(turn * 1000))).toBeNull();
    expect(await countAttempt(db, limit, after(20_000))).toBe(40);
    expect(await countAttempt(db, limit, after(59_999))).toBe(1);
    expect(await countAttempt(db, limit, after(60_000))).toBeNull();
  },
);

dbTest("attempts counted while the clock ran ahead do not block anyone", async ({ db }) => {
  for (let turn = 0; turn < 4; turn++) await countAttempt(db, limit, after(86_400_000));
  for (let turn = 0; turn < 3; turn++) expect(await countAttempt(db, limit, NOW)).toBeNull();
  expect(await countAttempt(db, limit, NOW)).toBe(60);
});

dbTest("an exhausted counter is not written again", async ({ db }) => {
  for (let turn = 0; turn < 6; turn++) await countAttempt(db, limit, NOW);
  expect(await db.select().from(attemptCounters)).toMatchObject([{ count: limit.max + 1 }]);
});

onBoth("concurrent attempts are all counted, including the first", async ({ db }) => {
  for (let round = 0; round < 40; round++) {
    const key = `k ${round}`;
    const answers = await Promise.all(
      Array.from({ length: 8 }, () => countAttempt(db, { ...limit, key }, NOW)),
    );
    expect(answers.filter((wait) => wait === null)).toHaveLength(3);
  }
});

dbTest(
  "a successful sign-in resets the counter, whatever the case of the email",
  async ({ db }) => {
    for (let turn = 0; turn < 10; turn++)
      await countAttempt(db, passwordLimit("Ada@Example.com "), NOW);
    expect(await countAttempt(db, passwordLimit("ada@example.com"), NOW)).toBe(600);
    await resetCounter(db, passwordLimit("ada@example.com"));
    expect(await countAttempt(db, passwordLimit("ada@example.com"), NOW)).toBeNull();
  },
);

const keys = async (db: Db) =>
  (await db.select({ key: attemptCounters.key }).from(attemptCounters))
    .map(({ key }) => key)
    .sort();

dbTest("a counter is deleted once its window has passed", async ({ db }) => {
  await countAttempt(db, requestLimit("network 192.0.2.7", "/sign-in/email"), NOW);
  await countAttempt(db, wrongGuessLimit("ada@example.com"), NOW);
  await deleteExpiredCounters(db, after(10 * 60_000 - 1));
  expect(await keys(db)).toHaveLength(2);
  await deleteExpiredCounters(db, after(10 * 60_000));
  expect(await keys(db)).toEqual([wrongGuessLimit("ada@example.com").key]);
  await deleteExpiredCounters(db, after(86_400_000));
  expect(await keys(db)).toEqual([]);
});

dbTest(
  "a counter's key shows neither a client IP nor an email address, and cannot be made without the secret",
  () => {
    const key = requestLimit("network 192.0.2.7", "/sign-in/email").key;
    expect(key).toMatch(/^[\w-]{43}$/);
    const plain = createHash("sha256")
      .update("/sign-in/email\nnetwork 192.0.2.7")
      .digest("base64url");
    expect(key).not.toBe(plain);
  },
);

dbTest(
  "a flood of invented emails is limited to a number of rows and evicts no real account's",
  async ({ db }) => {
    for (let turn = 0; turn < 3; turn++)
      await countAttempt(db, passwordLimit("ada@example.com"), NOW);
    for (let name = 0; name < 30; name++)
      await countAttempt(db, passwordLimit(`made-up-${name}@example.com`), after(name));
    await deleteExpiredCounters(db, after(1000), 10);
    const kept = await keys(db);
    expect(kept).toHaveLength(10);
    expect(kept).toContain(passwordLimit("ada@example.com").key);
  },
);

onBoth("a process deletes expired counters by itself while many are created", async ({ db }) => {
  await countAttempt(db, limit, NOW);
  for (let name = 0; name < 1_000; name++)
    await countAttempt(
      db,
      { ...limit, key: `flood ${name}`, windowMs: 1 },
      after(limit.windowMs + 2 * name),
    );
  expect((await keys(db)).length).toBeLessThan(1_000);
  expect(await keys(db)).not.toContain(limit.key);
});

dbTest("a link sent at the limit still works when the next may be requested", async ({ db }) => {
  for (const kind of ["magic-link", "recovery", "sign-up"] as const) {
    const { max, windowMs } = messageLimit(kind, "ada@example.com");
    expect({ kind, windowMs }).toEqual({ kind, windowMs: lifetimes.link });
    for (let turn = 0; turn < max; turn++)
      expect(await countAttempt(db, messageLimit(kind, "ada@example.com"), NOW)).toBeNull();
    expect(await countAttempt(db, messageLimit(kind, "ada@example.com"), NOW)).not.toBeNull();
  }
});

onBoth("too many guesses are reported once a day, across all processes", async ({ db }) => {
  const limited = wrongGuessLimit("ada@example.com");
  const counts = await Promise.all(
    Array.from({ length: 25 }, () => incrementCounter(db, limited, NOW)),
  );
  expect(counts.filter((counted) => counted.count === limited.max)).toHaveLength(1);
  expect((await incrementCounter(db, limited, after(86_399_999))).count).toBeGreaterThan(
    limited.max,
  );
  expect(await incrementCounter(db, limited, after(86_400_000))).toMatchObject({
    count: 1,
    since: after(86_400_000),
  });
});
