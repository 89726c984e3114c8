import { describe, expect } from "vitest";
import type { Db } from "#app/server/database/db.server.ts";
import {
  rateLimitBuckets,
  contactMessages,
  submissions,
} from "#app/server/database/tables.server.ts";
import { test } from "#tests/support/db.ts";
import { NOW } from "#tests/support/factories.ts";
import { type FormName, receiveSubmission } from "./intake.server.ts";
import { formsFromThisMachine, formsWithoutToken, formsWithToken } from "./limit.server.ts";
import { newFormToken } from "./form-token.server.ts";
import { sign } from "#app/server/secret.server.ts";
import { deleteExpiredSubmissions, dedupeWindow } from "./submission.server.ts";

const later = (milliseconds: number) => new Date(NOW.getTime() + milliseconds);
const words = { name: "Ada", email: "ada@visitor.example", message: "Do you teach adults?" };

type Given = {
  raw?: Record<string, string>;
  headers?: Record<string, string>;
  address?: string;
  kind?: "page" | "api";
  form?: FormName;
  value?: typeof words;
  now?: Date;
};

function arrive(
  db: Db,
  {
    raw = {},
    headers = {},
    address = "192.0.2.7",
    kind = "page",
    form = "contact",
    value = words,
    now = NOW,
  }: Given = {},
) {
  const request = new Request("http://site.example/", {
    headers: { "x-client-address": address, ...headers },
  });
  return receiveSubmission(
    db,
    { request, form, kind, raw: { ...value, ...raw }, value },
    async (tx, message, { spamReason }) =>
      (
        await tx
          .insert(contactMessages)
          .values({ ...message, spamReason })
          .returning()
      )[0]!,
    now,
  );
}

const stored = (db: Db) => db.select().from(contactMessages);
const suspicionOf = async (db: Db, given: Given) => {
  const outcome = await arrive(db, given);
  return outcome.is === "stored" ? outcome.result.spamReason : outcome.is;
};

describe("a form that arrives more than once", () => {
  test("is stored once when it carries the same key, however many come at the same moment", async ({
    db,
  }) => {
    const outcomes = await Promise.all(
      Array.from({ length: 10 }, () => arrive(db, { raw: { form_key: "one" } })),
    );
    expect(outcomes.map(({ is }) => is).sort()).toEqual([
      ...Array.from({ length: 9 }, () => "repeated"),
      "stored",
    ]);
    expect(await stored(db)).toHaveLength(1);
  });

  test("is another one when its words or its key are others", async ({ db }) => {
    expect(await arrive(db, { raw: { form_key: "one" } })).toMatchObject({ is: "stored" });
    expect(
      await arrive(db, {
        raw: { form_key: "one" },
        value: { ...words, message: "And children, do you teach them?" },
      }),
    ).toMatchObject({ is: "stored" });
    expect(await arrive(db, { raw: { form_key: "two" } })).toMatchObject({ is: "stored" });
    expect(await arrive(db, { raw: { form_key: "one" }, now: later(3 * dedupeWindow) })).toEqual({
      is: "repeated",
    });
  });

  test("is known by its words for an hour when it carries no key", async ({ db }) => {
    expect(await arrive(db)).toMatchObject({ is: "stored" });
    expect(await arrive(db, { now: later(dedupeWindow) })).toEqual({ is: "repeated" });
    expect(await arrive(db, { now: later(dedupeWindow + 1) })).toMatchObject({ is: "stored" });
  });

  test("is not known while it could not be stored", async ({ db }) => {
    const broken = {
      request: new Request("http://site.example/"),
      form: "contact",
      kind: "page",
      raw: {},
      value: words,
    } as const;
    await expect(
      receiveSubmission(db, broken, () => Promise.reject(new Error("The disk is full.")), NOW),
    ).rejects.toThrow("The disk is full.");
    expect(await arrive(db)).toMatchObject({ is: "stored" });
  });

  test("as a call, is known by its Idempotency-Key, which stands for one payload", async ({
    db,
  }) => {
    const call = { kind: "api", headers: { "idempotency-key": "k1" } } as const;
    expect(await arrive(db, call)).toMatchObject({ is: "stored" });
    expect(await arrive(db, call)).toEqual({ is: "repeated" });
    expect(await arrive(db, { ...call, value: { ...words, name: "Bea" } })).toEqual({
      is: "other",
    });
    expect(await arrive(db, { ...call, form: "event" })).toMatchObject({ is: "stored" });
  });

  test("as a call, is another one when its long key ends otherwise", async ({ db }) => {
    const call = (end: string) =>
      ({ kind: "api", headers: { "idempotency-key": "k".repeat(250) + end } }) as const;
    expect(await arrive(db, call("1"))).toMatchObject({ is: "stored" });
    expect(await arrive(db, call("2"))).toMatchObject({ is: "stored" });
    expect(await arrive(db, call("2"))).toEqual({ is: "repeated" });
  });

  test("as a form, is another one when its long key ends otherwise", async ({ db }) => {
    const key = (end: string) => ({ raw: { form_key: "k".repeat(250) + end } });
    expect(await arrive(db, key("1"))).toMatchObject({ is: "stored" });
    expect(await arrive(db, key("2"))).toMatchObject({ is: "stored" });
  });

  test("is forgotten after a week", async ({ db }) => {
    await arrive(db, { raw: { form_key: "one" } });
    await deleteExpiredSubmissions(db, later(6 * 86_400_000));
    expect(await db.select().from(submissions)).toHaveLength(1);
    await deleteExpiredSubmissions(db, later(8 * 86_400_000));
    expect(await db.select().from(submissions)).toHaveLength(0);
  });
});

describe("the limit", () => {
  let sent = 0;
  /** Another form from a network, with a token of its own unless `raw` says otherwise. */
  const send = (db: Db, given: Given & { stampedBy?: string | null } = {}) => {
    const { now = NOW, stampedBy = "another process" } = given;
    const token: Record<string, string> = stampedBy
      ? { form_token: newFormToken(new Date(now.getTime() - 2_000), `${stampedBy}-${++sent}`) }
      : {};
    return arrive(db, { ...given, raw: { form_key: `k${++sent}`, ...token, ...given.raw } });
  };
  const without = (db: Db, given: Given = {}) => send(db, { ...given, stampedBy: null });
  /** How many of so many forms are stored. */
  const storedOf = async (count: number, one: () => ReturnType<typeof send>) => {
    let passed = 0;
    for (let index = 0; index < count; index++) passed += (await one()).is === "stored" ? 1 : 0;
    return passed;
  };

  test("of forms with a token is forty at once, and then one every five minutes", async ({
    db,
  }) => {
    expect(await storedOf(45, () => send(db))).toBe(40);
    expect(await send(db)).toEqual({ is: "limited", seconds: 300 });
    expect(await storedOf(3, () => send(db, { now: later(formsWithToken.every) }))).toBe(1);
  });

  test("of forms without a token is five at once, and then one an hour", async ({ db }) => {
    expect(await storedOf(10, () => without(db))).toBe(5);
    expect(await without(db)).toEqual({ is: "limited", seconds: 3_600 });
    expect(await storedOf(3, () => without(db, { now: later(formsWithoutToken.every) }))).toBe(1);
  });

  test("of forms without a token leaves those with one alone", async ({ db }) => {
    await storedOf(6, () => without(db));
    expect(await send(db)).toMatchObject({ is: "stored" });
  });

  test("is one for all kinds of forms together", async ({ db }) => {
    const forms = ["contact", "event", "ameb", "newsletter"] as const;
    const passed = await Promise.all(forms.map((form) => storedOf(5, () => without(db, { form }))));
    expect(passed.reduce((sum, count) => sum + count)).toBe(5);
  });

  test("is one for all of a customer's IPv6, and another for the next customer's", async ({
    db,
  }) => {
    let host = 0;
    expect(await storedOf(10, () => without(db, { address: `2001:db8:1:2::${++host}` }))).toBe(5);
    expect(await without(db, { address: "2001:db8:1:3::1" })).toMatchObject({ is: "stored" });
  });

  test("holds when forms come at the same moment", async ({ db }) => {
    const outcomes = await Promise.all(Array.from({ length: 12 }, () => without(db)));
    expect(outcomes.filter(({ is }) => is === "stored")).toHaveLength(5);
    expect(await stored(db)).toHaveLength(5);
  });

  test("does not count what only repeats an earlier form", async ({ db }) => {
    const pressed = Array.from({ length: 10 }, () => without(db, { raw: { form_key: "same" } }));
    await Promise.all(pressed);
    expect(await storedOf(5, () => without(db))).toBe(4);
  });

  test("lets a form that it refused be sent again later", async ({ db }) => {
    await storedOf(5, () => without(db));
    const refused = { raw: { form_key: "refused" } };
    expect(await without(db, refused)).toMatchObject({ is: "limited" });
    const again = await without(db, { ...refused, now: later(formsWithoutToken.every) });
    expect(again).toMatchObject({ is: "stored" });
  });

  test.for(["127.0.0.1", "127.8.8.8", "::1", "::ffff:127.0.0.1"])(
    "is wide, and a limit, for %s, from where everybody comes behind a proxy that no setting names",
    async (address, { db }) => {
      expect(await storedOf(41, () => without(db, { address }))).toBe(41);
      await db
        .update(rateLimitBuckets)
        .set({ fullAt: later(formsFromThisMachine.atOnce * formsFromThisMachine.every) });
      expect(await without(db, { address })).toEqual({ is: "limited", seconds: 10 });
    },
  );

  test("keeps no client IP", async ({ db }) => {
    await without(db);
    const [counted] = await db.select().from(rateLimitBuckets);
    expect(counted!.id).toMatch(/^forms [\w-]{43}$/);
  });
});

describe("a form token", () => {
  const day = 86_400_000;
  const forms = (count: number) =>
    Array.from({ length: count }, (_, index) => ({ form_key: `k${index}` }));
  /** How many forms one token brings in at once, beyond the five that need none. */
  const broughtInBy = async (db: Db, token: string, now = NOW) => {
    const outcomes = [];
    for (const keys of forms(20))
      outcomes.push(await arrive(db, { now, raw: { ...keys, form_token: token } }));
    expect(outcomes.filter(({ is }) => is === "limited").length).toBeGreaterThan(0);
    return (await stored(db)).length - formsWithoutToken.atOnce;
  };

  test("serves three forms, and counts as none afterwards", async ({ db }) => {
    expect(await broughtInBy(db, newFormToken(later(-2_000)))).toBe(3);
    expect((await stored(db)).map(({ spamReason }) => spamReason)).toEqual(
      Array.from({ length: 8 }, () => null),
    );
  });

  test("serves for a day", async ({ db }) => {
    expect(await broughtInBy(db, newFormToken(later(-day)))).toBe(3);
  });

  test("counts as none, and not as forged, when it is older than a day", async ({ db }) => {
    expect(await broughtInBy(db, newFormToken(later(-day - 1)))).toBe(0);
    expect((await stored(db))[0]).toMatchObject({ spamReason: null });
  });
});

describe("what looks like a program's doing", () => {
  const began = later(-60_000).getTime().toString(36);
  test.for<[string, Given, string | null]>([
    ["a person's form", {}, null],
    ["a stamp that is old enough", { raw: { form_token: newFormToken(later(-1_000)) } }, null],
    [
      "a stamp of yesterday, from a window left open",
      { raw: { form_token: newFormToken(later(-86_400_000)) } },
      null,
    ],
    ["the hidden box filled in", { raw: { leave_empty: "http://x.example" } }, "trap"],
    ["a stamp that is too young", { raw: { form_token: newFormToken(later(-999)) } }, "hasty"],
    [
      "a stamp by a clock that is a second ahead",
      { raw: { form_token: newFormToken(later(1_000), "another") } },
      null,
    ],
    [
      "a stamp of another machine, a second younger by its clock",
      { raw: { form_token: newFormToken(NOW, "another") } },
      null,
    ],
    [
      "a stamp from the future",
      { raw: { form_token: newFormToken(later(1_001), "another") } },
      "hasty",
    ],
    [
      "a stamp that the version before has made",
      { raw: { form_token: `${began}.${sign("form token", began)}` } },
      null,
    ],
    [
      "a stamp whose process was changed",
      { raw: { form_token: newFormToken(later(-60_000), "one").replace(".one.", ".two.") } },
      "forged",
    ],
    [
      "a stamp that is not ours",
      { raw: { form_token: `${later(-60_000).getTime().toString(36)}.${"A".repeat(43)}` } },
      "forged",
    ],
    ["half a stamp", { raw: { form_token: "x" } }, "forged"],
    [
      "two links",
      { value: { ...words, message: "See https://www.a.example/one and www.b.example, please." } },
      null,
    ],
    [
      "three links",
      { value: { ...words, message: "https://a.example https://b.example www.c.example" } },
      "links",
    ],
    [
      "a link in markup",
      { value: { ...words, message: "Buy <a href=https://a.example>here</a> now" } },
      "links",
    ],
  ])("%s", async ([, given, spamReason], { db }) => {
    expect(await suspicionOf(db, given)).toBe(spamReason);
  });
});
