import { describe, expect } from "vitest";
import { submissions } from "#app/server/database/tables.server.ts";
import { dbTest, onBothDatabases as onBoth } from "#tests/support/db.ts";
import { NOW } from "#tests/support/factories.ts";
import { afterNow, contactContent, submit, storedMessages } from "#tests/support/submissions.ts";
import { receiveSubmission } from "./intake.server.ts";
import { dedupeWindow, deleteExpiredSubmissions } from "./submission.server.ts";

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
      {
        is: "repeated",
      },
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
