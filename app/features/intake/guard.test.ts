import { describe, expect } from "vitest";
import type { Db } from "#app/server/database/db.server.ts";
import { sign } from "#app/server/secret.server.ts";
import { dbTest } from "#tests/support/db.ts";
import { NOW } from "#tests/support/factories.ts";
import {
  afterNow,
  contactContent,
  type SubmissionGiven,
  submit,
  storedMessages,
  spamReasonFor,
} from "#tests/support/submissions.ts";
import { newFormToken, formsWithoutToken } from "./guard.server.ts";

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
