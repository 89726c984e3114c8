import { describe, expect } from "vitest";
import type { Db } from "#app/server/database/db.server.ts";
import { sign } from "#app/server/secret.server.ts";
import { dbTest, onBothDatabases as onBoth } from "#tests/support/db.ts";
import { NOW } from "#tests/support/factories.ts";
import {
  afterNow,
  contactContent,
  type SubmissionGiven,
  submit,
  storedMessages,
  spamReasonFor,
} from "#tests/support/submissions.ts";
import { rateLimitBuckets, submissions } from "#app/server/database/tables.server.ts";
import {
  newFormToken,
  formsWithoutToken,
  enquiriesOfAll,
  formsFromThisMachine,
  formsWithToken,
} from "./guard.server.ts";
import { receiveSubmission } from "./intake.server.ts";
import { dedupeWindow, deleteExpiredSubmissions } from "./submission.server.ts";

describe("a form token", () => {
  const day = 86_400_000;
  const forms = (count: number) =>
    Array.from({ length: count }, (_, index) => ({ form_key: `k${index}` }));
  /** How many forms one token lets in at once, beyond the five that need none. */
  const storedWithToken = async (db: Db, token: string, now = NOW) => {
    const outcomes = [];
    for (const keys of forms(20))
      outcomes.push(await submit(db, { now, raw: { ...keys, form_token: token } }));
    expect(outcomes.filter(({ is }) => is === "limited").length).toBeGreaterThan(0);
    return (await storedMessages(db)).length - formsWithoutToken.burst;
  };

  dbTest("works for three forms, and counts as missing afterwards", async ({ db }) => {
    expect(await storedWithToken(db, newFormToken(afterNow(-2_000)))).toBe(3);
    expect((await storedMessages(db)).map(({ spamReason }) => spamReason)).toEqual(
      Array.from({ length: 8 }, () => null),
    );
  });

  dbTest("works for a day", async ({ db }) => {
    expect(await storedWithToken(db, newFormToken(afterNow(-day)))).toBe(3);
  });

  dbTest("counts as missing, not as forged, when it is older than a day", async ({ db }) => {
    expect(await storedWithToken(db, newFormToken(afterNow(-day - 1)))).toBe(0);
    expect((await storedMessages(db))[0]).toMatchObject({ spamReason: null });
  });
});

describe("the spam reason", () => {
  const began = afterNow(-60_000).getTime().toString(36);
  dbTest.for<[string, SubmissionGiven, string | null]>([
    ["a person's form", {}, null],
    ["a token that is old enough", { raw: { form_token: newFormToken(afterNow(-1_000)) } }, null],
    [
      "a token of yesterday, from a window left open",
      { raw: { form_token: newFormToken(afterNow(-86_400_000)) } },
      null,
    ],
    ["a filled honeypot", { raw: { leave_empty: "http://x.example" } }, "trap"],
    ["a token that is too young", { raw: { form_token: newFormToken(afterNow(-999)) } }, "hasty"],
    [
      "a token by a clock that is a second ahead",
      { raw: { form_token: newFormToken(afterNow(1_000), "another") } },
      null,
    ],
    [
      "a token of another machine, new by its clock",
      { raw: { form_token: newFormToken(NOW, "another") } },
      null,
    ],
    [
      "a token from the future",
      { raw: { form_token: newFormToken(afterNow(1_001), "another") } },
      "hasty",
    ],
    [
      "a token without a process",
      { raw: { form_token: `${began}.${sign("form token", began)}` } },
      null,
    ],
    [
      "a token with a changed process",
      { raw: { form_token: newFormToken(afterNow(-60_000), "one").replace(".one.", ".two.") } },
      "forged",
    ],
    [
      "a token that is not ours",
      { raw: { form_token: `${afterNow(-60_000).getTime().toString(36)}.${"A".repeat(43)}` } },
      "forged",
    ],
    ["half a token", { raw: { form_token: "x" } }, "forged"],
    [
      "two links",
      {
        value: {
          ...contactContent,
          message: "See https://www.a.example/one and www.b.example, please.",
        },
      },
      null,
    ],
    [
      "three links",
      {
        value: { ...contactContent, message: "https://a.example https://b.example www.c.example" },
      },
      "links",
    ],
    [
      "a link in markup",
      { value: { ...contactContent, message: "Buy <a href=https://a.example>here</a> now" } },
      "links",
    ],
  ])("%s", async ([, given, spamReason], { db }) => {
    expect(await spamReasonFor(db, given)).toBe(spamReason);
  });
});

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
    expect((await db.select().from(rateLimitBuckets))[0]!.id).toMatch(/^forms [\w-]{43}$/);
  });
});

describe("a form sent more than once", () => {
  onBoth("is stored once for each key, even when sent concurrently", async ({ db }) => {
    const outcomes = await Promise.all(
      Array.from({ length: 10 }, () => submit(db, { raw: { form_key: "one" } })),
    );
    expect(outcomes.map(({ is }) => is).sort()).toEqual([
      ...Array.from({ length: 9 }, () => "repeated"),
      "stored",
    ]);
    expect(await storedMessages(db)).toHaveLength(1);
  });

  dbTest("is another submission when its content or its key differs", async ({ db }) => {
    expect(await submit(db, { raw: { form_key: "one" } })).toMatchObject({ is: "stored" });
    expect(
      await submit(db, {
        raw: { form_key: "one" },
        value: { ...contactContent, message: "And children, do you teach them?" },
      }),
    ).toMatchObject({ is: "stored" });
    expect(await submit(db, { raw: { form_key: "two" } })).toMatchObject({ is: "stored" });
    expect(await submit(db, { raw: { form_key: "one" }, now: afterNow(3 * dedupeWindow) })).toEqual(
      { is: "repeated" },
    );
  });

  dbTest("is recognised by its content for an hour if it has no key", async ({ db }) => {
    expect(await submit(db)).toMatchObject({ is: "stored" });
    expect(await submit(db, { now: afterNow(dedupeWindow) })).toEqual({ is: "repeated" });
    expect(await submit(db, { now: afterNow(dedupeWindow + 1) })).toMatchObject({ is: "stored" });
  });

  dbTest("is stored when sent again after a failure", async ({ db }) => {
    const broken = {
      request: new Request("http://site.example/"),
      form: "contact",
      kind: "page",
      raw: {},
      value: contactContent,
    } as const;
    await expect(
      receiveSubmission(db, broken, () => Promise.reject(new Error("The disk is full.")), NOW),
    ).rejects.toThrow("The disk is full.");
    expect(await submit(db)).toMatchObject({ is: "stored" });
  });

  dbTest(
    "as an API request, is recognised by its Idempotency-Key, which is valid for one payload",
    async ({ db }) => {
      const call = { kind: "api", headers: { "idempotency-key": "k1" } } as const;
      expect(await submit(db, call)).toMatchObject({ is: "stored" });
      expect(await submit(db, call)).toEqual({ is: "repeated" });
      expect(await submit(db, { ...call, value: { ...contactContent, name: "Bea" } })).toEqual({
        is: "other",
      });
      expect(await submit(db, { ...call, form: "event" })).toMatchObject({ is: "stored" });
    },
  );

  dbTest(
    "as an API request, is a new one when only the end of a long key differs",
    async ({ db }) => {
      const call = (end: string) =>
        ({ kind: "api", headers: { "idempotency-key": "k".repeat(250) + end } }) as const;
      expect(await submit(db, call("1"))).toMatchObject({ is: "stored" });
      expect(await submit(db, call("2"))).toMatchObject({ is: "stored" });
      expect(await submit(db, call("2"))).toEqual({ is: "repeated" });
    },
  );

  dbTest("from a page, is a new one when only the end of a long key differs", async ({ db }) => {
    const key = (end: string) => ({ raw: { form_key: "k".repeat(250) + end } });
    expect(await submit(db, key("1"))).toMatchObject({ is: "stored" });
    expect(await submit(db, key("2"))).toMatchObject({ is: "stored" });
  });

  dbTest("is recognised for a week", async ({ db }) => {
    await submit(db, { raw: { form_key: "one" } });
    await deleteExpiredSubmissions(db, afterNow(6 * 86_400_000));
    expect(await db.select().from(submissions)).toHaveLength(1);
    await deleteExpiredSubmissions(db, afterNow(8 * 86_400_000));
    expect(await db.select().from(submissions)).toHaveLength(0);
  });
});
