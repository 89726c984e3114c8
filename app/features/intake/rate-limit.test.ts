import { describe, expect } from "vitest";
import type { Db } from "#app/server/database/db.server.ts";
import { rateLimitBuckets } from "#app/server/database/tables.server.ts";
import { dbTest, onBothDatabases as onBoth } from "#tests/support/db.ts";
import { NOW } from "#tests/support/factories.ts";
import {
  afterNow,
  type SubmissionGiven,
  submit,
  storedMessages,
} from "#tests/support/submissions.ts";
import {
  newFormToken,
  enquiriesOfAll,
  formsFromThisMachine,
  formsWithoutToken,
  formsWithToken,
} from "./guard.server.ts";

describe("the rate limit", () => {
  let sent = 0;
  /** Another form from a network, with a token of its own unless `raw` says otherwise. */
  const send = (db: Db, given: SubmissionGiven & { tokenFrom?: string | null } = {}) => {
    const { now = NOW, tokenFrom = "another process" } = given;
    const token: Record<string, string> = tokenFrom
      ? { form_token: newFormToken(new Date(now.getTime() - 2_000), `${tokenFrom}-${++sent}`) }
      : {};
    return submit(db, { ...given, raw: { form_key: `k${++sent}`, ...token, ...given.raw } });
  };
  const without = (db: Db, given: SubmissionGiven = {}) => send(db, { ...given, tokenFrom: null });
  /** Sends so many forms and counts those that are stored. */
  const countStored = async (count: number, one: () => ReturnType<typeof send>) => {
    let passed = 0;
    for (let index = 0; index < count; index++) passed += (await one()).is === "stored" ? 1 : 0;
    return passed;
  };

  dbTest("is forty forms with a token at once, then one every five minutes", async ({ db }) => {
    expect(await countStored(45, () => send(db))).toBe(40);
    expect(await send(db)).toEqual({ is: "limited", seconds: 300 });
    expect(await countStored(3, () => send(db, { now: afterNow(formsWithToken.interval) }))).toBe(
      1,
    );
  });

  dbTest("counts forms with and without a token separately", async ({ db }) => {
    await countStored(6, () => without(db));
    expect(await send(db)).toMatchObject({ is: "stored" });
  });

  onBoth("is shared by all kinds of forms", async ({ db }) => {
    const forms = ["contact", "event", "ameb", "newsletter"] as const;
    const passed = await Promise.all(
      forms.map((form) => countStored(5, () => without(db, { form }))),
    );
    expect(passed.reduce((sum, count) => sum + count)).toBe(5);
  });

  dbTest("is shared by the IPv6 addresses of one /64 network only", async ({ db }) => {
    let host = 0;
    expect(await countStored(10, () => without(db, { address: `2001:db8:1:2::${++host}` }))).toBe(
      5,
    );
    expect(await without(db, { address: "2001:db8:1:3::1" })).toMatchObject({ is: "stored" });
  });

  dbTest("sends to Spam what many networks send beyond the rate of all", async ({ db }) => {
    let network = 0;
    const flood = (given: Parameters<typeof send>[1] = {}) =>
      send(db, { ...given, address: `198.51.${network >> 8}.${network++ & 255}` });
    const reasonOf = (outcome: Awaited<ReturnType<typeof send>>) =>
      outcome.is === "stored" ? outcome.result.spamReason : outcome.is;
    const reasons = [];
    for (let index = 0; index < enquiriesOfAll.burst + 2; index++)
      reasons.push(reasonOf(await flood()));
    expect(reasons.lastIndexOf(null)).toBe(enquiriesOfAll.burst - 1);
    expect(reasons.slice(-2)).toEqual(["many", "many"]);
    expect(await storedMessages(db)).toHaveLength(reasons.length);
    expect(reasonOf(await flood({ tokenFrom: null }))).toBeNull();
    expect(reasonOf(await flood({ now: afterNow(enquiriesOfAll.interval) }))).toBeNull();
  });

  onBoth("holds for concurrent forms", async ({ db }) => {
    const outcomes = await Promise.all(Array.from({ length: 12 }, () => without(db)));
    expect(outcomes.filter(({ is }) => is === "stored")).toHaveLength(5);
    expect(await storedMessages(db)).toHaveLength(5);
  });

  onBoth("does not count a repeated form", async ({ db }) => {
    const pressed = Array.from({ length: 10 }, () => without(db, { raw: { form_key: "same" } }));
    await Promise.all(pressed);
    expect(await countStored(5, () => without(db))).toBe(4);
  });

  dbTest("lets a refused form be sent again later", async ({ db }) => {
    await countStored(5, () => without(db));
    const refused = { raw: { form_key: "refused" } };
    expect(await without(db, refused)).toMatchObject({ is: "limited" });
    const again = await without(db, { ...refused, now: afterNow(formsWithoutToken.interval) });
    expect(again).toMatchObject({ is: "stored" });
  });

  dbTest.for(["127.0.0.1", "127.8.8.8", "::1", "::ffff:127.0.0.1"])(
    "is higher for %s, which suggests an undeclared proxy",
    async (address, { db }) => {
      expect(await countStored(41, () => without(db, { address }))).toBe(41);
      await db
        .update(rateLimitBuckets)
        .set({ fullAt: afterNow(formsFromThisMachine.burst * formsFromThisMachine.interval) });
      expect(await without(db, { address })).toEqual({ is: "limited", seconds: 10 });
    },
  );

  dbTest("stores no client IP", async ({ db }) => {
    await without(db);
    const [counted] = await db.select().from(rateLimitBuckets);
    expect(counted!.id).toMatch(/^forms [\w-]{43}$/);
  });
});
