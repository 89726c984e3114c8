import { describe, expect } from "vitest";
import type { Db } from "#app/server/db.server.ts";
import { contactMessages, formCounters, submissions } from "#app/server/tables.server.ts";
import { test } from "#tests/db.ts";
import { NOW } from "#tests/factories.ts";
import { type FormName, takeIn } from "./intake.server.ts";
import { forgetCounters, perWindow, perWindowFromHere, window } from "./limit.server.ts";
import { newStamp } from "./stamp.server.ts";
import { forgetSubmissions, sameFor } from "#app/server/submission.server.ts";

const later = (milliseconds: number) => new Date(NOW.getTime() + milliseconds);
const words = { name: "Ada", email: "ada@visitor.example", message: "Do you teach adults?" };

type Given = { raw?: Record<string, string>; headers?: Record<string, string>; address?: string; kind?: "page" | "call"; form?: FormName; value?: typeof words; now?: Date };

function arrive(db: Db, { raw = {}, headers = {}, address = "192.0.2.7", kind = "page", form = "contact", value = words, now = NOW }: Given = {}) {
  const request = new Request("http://site.example/", { headers: { "x-client-address": address, ...headers } });
  return takeIn(db, { request, form, kind, raw: { ...value, ...raw }, value }, async (tx, message, { suspicion }) => (await tx.insert(contactMessages).values({ ...message, suspicion }).returning())[0]!, now);
}

const stored = (db: Db) => db.select().from(contactMessages);
const suspicionOf = async (db: Db, given: Given) => {
  const outcome = await arrive(db, given);
  return outcome.is === "stored" ? outcome.result.suspicion : outcome.is;
};

describe("a form that arrives more than once", () => {
  test("is stored once when it carries the same key, however many come at the same moment", async ({ db }) => {
    const outcomes = await Promise.all(Array.from({ length: 10 }, () => arrive(db, { raw: { form_key: "one" } })));
    expect(outcomes.map(({ is }) => is).sort()).toEqual([...Array.from({ length: 9 }, () => "repeated"), "stored"]);
    expect(await stored(db)).toHaveLength(1);
  });

  test("is another one when its words or its key are others", async ({ db }) => {
    expect(await arrive(db, { raw: { form_key: "one" } })).toMatchObject({ is: "stored" });
    expect(await arrive(db, { raw: { form_key: "one" }, value: { ...words, message: "And children, do you teach them?" } })).toMatchObject({ is: "stored" });
    expect(await arrive(db, { raw: { form_key: "two" } })).toMatchObject({ is: "stored" });
    expect(await arrive(db, { raw: { form_key: "one" }, now: later(3 * sameFor) })).toEqual({ is: "repeated" });
  });

  test("is known by its words for an hour when it carries no key", async ({ db }) => {
    expect(await arrive(db)).toMatchObject({ is: "stored" });
    expect(await arrive(db, { now: later(sameFor) })).toEqual({ is: "repeated" });
    expect(await arrive(db, { now: later(sameFor + 1) })).toMatchObject({ is: "stored" });
  });

  test("is not known while it could not be stored", async ({ db }) => {
    const broken = { request: new Request("http://site.example/"), form: "contact", kind: "page", raw: {}, value: words } as const;
    await expect(takeIn(db, broken, () => Promise.reject(new Error("The disk is full.")), NOW)).rejects.toThrow("The disk is full.");
    expect(await arrive(db)).toMatchObject({ is: "stored" });
  });

  test("as a call, is known by its Idempotency-Key, which stands for one payload", async ({ db }) => {
    const call = { kind: "call", headers: { "idempotency-key": "k1" } } as const;
    expect(await arrive(db, call)).toMatchObject({ is: "stored" });
    expect(await arrive(db, call)).toEqual({ is: "repeated" });
    expect(await arrive(db, { ...call, value: { ...words, name: "Bea" } })).toEqual({ is: "other" });
    expect(await arrive(db, { ...call, form: "event" })).toMatchObject({ is: "stored" });
  });

  test("is forgotten after a week", async ({ db }) => {
    await arrive(db, { raw: { form_key: "one" } });
    await forgetSubmissions(db, later(6 * 86_400_000));
    expect(await db.select().from(submissions)).toHaveLength(1);
    await forgetSubmissions(db, later(8 * 86_400_000));
    expect(await db.select().from(submissions)).toHaveLength(0);
  });
});

describe("the limit", () => {
  const many = async (db: Db, count: number, given: Given = {}) => {
    for (let index = 0; index < count; index++) await arrive(db, { ...given, raw: { form_key: `k${index}` } });
  };

  test("holds one address back on one form until the window is over", async ({ db }) => {
    const now = new Date(Math.floor(NOW.getTime() / window) * window);
    await many(db, perWindow, { now });
    expect(await arrive(db, { now, raw: { form_key: "more" } })).toEqual({ is: "limited", seconds: window / 1000 });
    expect(await arrive(db, { now, raw: { form_key: "more" }, address: "192.0.2.8" })).toMatchObject({ is: "stored" });
    expect(await arrive(db, { now, raw: { form_key: "more" }, form: "ameb" })).toMatchObject({ is: "stored" });
    expect(await arrive(db, { now: new Date(now.getTime() + window), raw: { form_key: "later" } })).toMatchObject({ is: "stored" });
  });

  test("is wide for this machine, from which everybody comes behind a proxy that no setting names", async ({ db }) => {
    await many(db, perWindow + 1, { address: "127.0.0.1" });
    expect(await stored(db)).toHaveLength(perWindow + 1);
    await db.update(formCounters).set({ count: perWindowFromHere });
    expect(await arrive(db, { address: "127.0.0.1", raw: { form_key: "more" } })).toMatchObject({ is: "limited" });
  });

  test("keeps no address, and no counter longer than its window", async ({ db }) => {
    await arrive(db);
    expect(JSON.stringify(await db.select().from(formCounters))).not.toContain("192.0.2.7");
    await forgetCounters(db, later(2 * window));
    expect(await db.select().from(formCounters)).toEqual([]);
  });
});

describe("what looks like a program's doing", () => {
  test.for<[string, Given, string | null]>([
    ["a person's form", {}, null],
    ["a stamp that is old enough", { raw: { form_stamp: newStamp(later(-1_000)) } }, null],
    ["a stamp of yesterday, from a window left open", { raw: { form_stamp: newStamp(later(-86_400_000)) } }, null],
    ["the hidden box filled in", { raw: { leave_empty: "http://x.example" } }, "trap"],
    ["a stamp that is too young", { raw: { form_stamp: newStamp(later(-999)) } }, "hasty"],
    ["a stamp from the future", { raw: { form_stamp: newStamp(later(60_000)) } }, "hasty"],
    ["a stamp that is not ours", { raw: { form_stamp: `${later(-60_000).getTime().toString(36)}.${"A".repeat(43)}` } }, "forged"],
    ["half a stamp", { raw: { form_stamp: "x" } }, "forged"],
    ["two links", { value: { ...words, message: "See https://www.a.example/one and www.b.example, please." } }, null],
    ["three links", { value: { ...words, message: "https://a.example https://b.example www.c.example" } }, "links"],
    ["a link in markup", { value: { ...words, message: "Buy <a href=https://a.example>here</a> now" } }, "links"],
  ])("%s", async ([, given, suspicion], { db }) => {
    expect(await suspicionOf(db, given)).toBe(suspicion);
  });
});
