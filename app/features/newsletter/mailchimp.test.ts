import { createHash } from "node:crypto";
import { eq, sql } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect } from "vitest";
import type { Db } from "#app/server/database/db.server.ts";
import { subscribers } from "#app/server/database/tables.server.ts";
import { type MailchimpServer, startMailchimp } from "#tests/fakes/mailchimp.ts";
import { dbTest } from "#tests/support/db.ts";
import { genuineSubmission, NOW } from "#tests/support/factories.ts";
import {
  ada,
  footer,
  withoutMailchimp,
  withDoubleOptIn,
  withMailchimp,
  subscriberRow,
  emailKinds,
} from "#tests/support/newsletter.ts";
import {
  deleteMailchimpMember,
  subscribe,
  unsubscribe,
  syncSubscriber,
} from "./commands.server.tsx";
import { type Mailchimp, MailchimpUnavailable, openMailchimp } from "./mailchimp.server.ts";

describe("with Mailchimp", () => {
  let server: MailchimpServer;
  beforeAll(async () => void (server = await startMailchimp()));
  afterAll(() => server.stop());
  beforeEach(() => {
    server.respondWith(null);
    server.members.clear();
  });

  const open = (timeout?: number) =>
    openMailchimp(
      {
        MAILCHIMP_API_KEY: server.key,
        MAILCHIMP_AUDIENCE_ID: server.audience,
        MAILCHIMP_BASE_URL: server.url,
      },
      timeout,
    )!;
  const hash = createHash("md5").update("ada@reader.example").digest("hex");
  const signUp = async (
    db: Db,
    settings: { NEWSLETTER_DOUBLE_OPT_IN: "yes" | "no" } = withoutMailchimp,
  ) => {
    await subscribe(db, ada, genuineSubmission, footer, { ...withMailchimp, ...settings });
    return (await subscriberRow(db)).id;
  };

  dbTest(
    "a subscriber is added to the audience with their name and gets our welcome email",
    async ({ db }) => {
      const id = await signUp(db);
      expect(await subscriberRow(db)).toMatchObject({ mailchimp: "waiting" });
      expect(await emailKinds(db)).toEqual([]);
      await syncSubscriber(db, open(), id, withoutMailchimp);
      expect(server.members.get(hash)).toEqual({
        email_address: "ada@reader.example",
        status: "subscribed",
        merge_fields: { FNAME: "Ada", LNAME: "Reader" },
      });
      expect(await subscriberRow(db)).toMatchObject({ mailchimp: "done", mailchimpError: null });
      await syncSubscriber(db, open(), id, withoutMailchimp);
      expect(await emailKinds(db)).toEqual(["newsletter-welcome"]);
    },
  );

  dbTest("with double opt-in Mailchimp sends the confirmation email", async ({ db }) => {
    await syncSubscriber(db, open(), await signUp(db, withDoubleOptIn), withDoubleOptIn);
    expect(server.members.get(hash)).toMatchObject({ status: "pending" });
    expect(await emailKinds(db)).toEqual([]);
  });

  dbTest("an existing member is neither changed nor welcomed again", async ({ db }) => {
    server.members.set(hash, {
      email_address: "ada@reader.example",
      status: "subscribed",
      merge_fields: { FNAME: "Augusta" },
    });
    await syncSubscriber(db, open(), await signUp(db), withoutMailchimp);
    expect(server.members.get(hash)).toMatchObject({ merge_fields: { FNAME: "Augusta" } });
    expect(await subscriberRow(db)).toMatchObject({ mailchimp: "done" });
    expect(await emailKinds(db)).toEqual([]);
  });

  dbTest.for([
    [
      { code: 401, title: "API Key Invalid", detail: "Your API key may be invalid." },
      "401 API Key Invalid Your API key may be invalid.",
    ],
    [
      {
        code: 429,
        title: "Too Many Requests",
        detail: "You have exceeded the limit of 10 simultaneous connections.",
      },
      "429 Too Many Requests You have exceeded the limit of 10 simultaneous connections.",
    ],
    [{ code: 500, title: "Internal Server Error", detail: "" }, "500 Internal Server Error "],
    ["hangs", "Mailchimp didn't answer in time."],
  ] as const)(
    "a failure is retried, and its reason is kept: %j",
    async ([behaviour, reason], { db }) => {
      const id = await signUp(db);
      server.respondWith(behaviour);
      await expect(
        syncSubscriber(db, open(behaviour === "hangs" ? 100 : undefined), id, withoutMailchimp),
      ).rejects.toThrow(MailchimpUnavailable);
      expect(await subscriberRow(db)).toMatchObject({
        state: "subscribed",
        mailchimp: "waiting",
        mailchimpError: reason,
      });
      server.respondWith(null);
      await syncSubscriber(db, open(), id, withoutMailchimp);
      expect(await subscriberRow(db)).toMatchObject({ mailchimp: "done", mailchimpError: null });
      expect(server.members.size).toBe(1);
    },
  );

  dbTest(
    "who leaves while being added is taken off by the next job, unwelcomed",
    async ({ db }) => {
      const id = await signUp(db);
      const sync = (mailchimp = open()) => syncSubscriber(db, mailchimp, id, withoutMailchimp);
      const leaving = async (...member: Parameters<Mailchimp["upsert"]>) => {
        await unsubscribe(db, id, NOW, withMailchimp);
        await sync();
        await open().upsert(...member);
      };
      await sync({ ...open(), upsert: leaving });
      await sync();
      expect(server.members.get(hash)).toMatchObject({ status: "unsubscribed" });
      expect(await emailKinds(db)).toEqual([]);
    },
  );

  dbTest("an unreachable Mailchimp is retried", async ({ db }) => {
    const id = await signUp(db);
    const unreachable = openMailchimp({
      MAILCHIMP_API_KEY: "k-us1",
      MAILCHIMP_AUDIENCE_ID: "a",
      MAILCHIMP_BASE_URL: "http://127.0.0.1:1",
    })!;
    await expect(syncSubscriber(db, unreachable, id, withoutMailchimp)).rejects.toThrow(
      "Mailchimp couldn't be reached.",
    );
  });

  dbTest("a refused email is not retried, and the reason is kept", async ({ db }) => {
    const fake = { ...ada, email: "ada@example.com" };
    await subscribe(db, fake, genuineSubmission, footer, withMailchimp);
    await syncSubscriber(db, open(), (await subscriberRow(db)).id, withoutMailchimp);
    expect(await subscriberRow(db)).toMatchObject({
      state: "subscribed",
      mailchimp: "refused",
      mailchimpError: expect.stringContaining("looks fake or invalid"),
    });
  });

  dbTest("a member who unsubscribed at Mailchimp is asked to confirm there", async ({ db }) => {
    const member = { email_address: "ada@reader.example", merge_fields: {} };
    server.members.set(hash, { ...member, status: "unsubscribed" });
    await syncSubscriber(db, open(), await signUp(db), withoutMailchimp);
    expect(server.members.get(hash)).toMatchObject({ status: "pending" });
  });

  dbTest("unsubscribing here unsubscribes at Mailchimp too", async ({ db }) => {
    const id = await signUp(db);
    await syncSubscriber(db, open(), id, withoutMailchimp);
    await unsubscribe(db, id, NOW, withMailchimp);
    expect(await subscriberRow(db)).toMatchObject({ state: "unsubscribed", mailchimp: "waiting" });
    await syncSubscriber(db, open(), id, withoutMailchimp);
    expect(server.members.get(hash)).toMatchObject({ status: "unsubscribed" });
    expect((await db.select().from(subscribers).where(eq(subscribers.id, id)))[0]).toMatchObject({
      mailchimp: "done",
    });
  });

  dbTest(
    "unsubscribing reaches Mailchimp even if a bot signs the same email up",
    async ({ db }) => {
      const id = await signUp(db);
      await syncSubscriber(db, open(), id, withoutMailchimp);
      await unsubscribe(db, id, NOW, withMailchimp);
      await subscribe(db, ada, { spamReason: "trap", now: NOW }, footer, withMailchimp);
      await syncSubscriber(db, open(), id, withoutMailchimp);
      expect(server.members.get(hash)).toMatchObject({ status: "unsubscribed" });
    },
  );

  dbTest("an erased person is deleted from the audience, once or twice", async ({ db }) => {
    await syncSubscriber(db, open(), await signUp(db), withoutMailchimp);
    await deleteMailchimpMember(db, "ADA@reader.example", withMailchimp);
    const { rows } = (await db.execute(
      sql`select data from pgboss.job where name = 'forgotten-members'`,
    )) as unknown as { rows: unknown[] };
    expect(rows).toEqual([{ data: { memberHash: hash } }]);
    await open().deleteMember(hash);
    expect(server.members.has(hash)).toBe(false);
    await open().deleteMember(hash);
  });

  dbTest("Mailchimp is not called without a key", () => {
    expect(
      openMailchimp({
        MAILCHIMP_API_KEY: undefined,
        MAILCHIMP_AUDIENCE_ID: "a",
        MAILCHIMP_BASE_URL: undefined,
      }),
    ).toBeNull();
  });
});
