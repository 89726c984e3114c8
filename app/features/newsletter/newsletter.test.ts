import { createHash } from "node:crypto";
import { eq, sql } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect } from "vitest";
import type { Db } from "#app/server/database/db.server.ts";
import { emails, subscriberEvents, subscribers } from "#app/server/database/tables.server.ts";
import { check } from "#app/values/rules.ts";
import { test } from "#tests/support/db.ts";
import { genuineSubmission, NOW } from "#tests/support/factories.ts";
import { type MailchimpServer, startMailchimp } from "#tests/fakes/mailchimp.ts";
import {
  confirmSubscription,
  deleteMailchimpMember,
  subscribe,
  unsubscribe,
} from "./commands.server.ts";
import { newsletterLink, subscriberOf } from "./links.server.ts";
import { MailchimpUnavailable, openMailchimp } from "./mailchimp.server.ts";
import { newsletterSchema } from "./schema.ts";
import { syncSubscriber } from "./sync.server.ts";

const ada = { email: "Ada@Reader.example", firstName: "Ada", lastName: "Reader" };
const footer = { form: "footer", ip: "192.0.2.1", userAgent: "test" };
const here = { NEWSLETTER_DOUBLE_OPT_IN: "no" } as const;
const asking = { NEWSLETTER_DOUBLE_OPT_IN: "yes" } as const;
const away = { NEWSLETTER_DOUBLE_OPT_IN: "no", MAILCHIMP_API_KEY: "key-us1" } as const;

const row = async (db: Db) => (await db.select().from(subscribers))[0]!;
const ledger = async (db: Db) =>
  (
    await db
      .select({ kind: subscriberEvents.kind })
      .from(subscriberEvents)
      .orderBy(subscriberEvents.id)
  ).map(({ kind }) => kind);
const letterKinds = async (db: Db) =>
  (await db.select({ kind: emails.kind }).from(emails).orderBy(emails.createdAt)).map(
    ({ kind }) => kind,
  );

describe("a newsletter that is kept here", () => {
  test("takes somebody in with what was agreed to, and welcomes them with a way out", async ({
    db,
  }) => {
    expect(await subscribe(db, ada, genuineSubmission, footer, here)).toMatchObject({
      already: false,
    });
    const { id } = await row(db);
    expect(await row(db)).toMatchObject({
      email: "ada@reader.example",
      firstName: "Ada",
      lastName: "Reader",
      state: "subscribed",
      mailchimp: "none",
      createdAt: NOW,
    });
    expect(await db.select().from(subscriberEvents)).toMatchObject([
      {
        subscriberId: id,
        kind: "asked",
        at: NOW,
        data: {
          form: "footer",
          address: "192.0.2.1",
          consent: expect.stringContaining("You can leave with one click."),
        },
      },
    ]);
    const [letter] = await db.select().from(emails);
    expect(letter).toMatchObject({
      kind: "newsletter-welcome",
      recipient: "ada@reader.example",
      unsubscribeUrl: newsletterLink("unsubscribe", id),
    });
    expect(letter!.text).not.toContain("Ada");
  });

  test("knows an address however it is written, and writes to it once", async ({ db }) => {
    await subscribe(db, ada, genuineSubmission, footer, here);
    expect(
      await subscribe(db, { ...ada, email: "ADA@reader.EXAMPLE" }, genuineSubmission, footer, here),
    ).toMatchObject({ already: true });
    const both = await Promise.all(
      [1, 2].map(() =>
        db.transaction((tx) =>
          subscribe(tx, { ...ada, email: "bea@reader.example" }, genuineSubmission, footer, here),
        ),
      ),
    );
    expect(both.map(({ already }) => already).sort()).toEqual([false, true]);
    expect(await db.select().from(emails)).toHaveLength(2);
  });

  test("lets go at once, twice as well as once, and takes back who returns", async ({ db }) => {
    await subscribe(db, ada, genuineSubmission, footer, here);
    const { id } = await row(db);
    expect(await unsubscribe(db, id, NOW, here)).toBe(true);
    expect(await unsubscribe(db, id, NOW, here)).toBe(true);
    expect(await row(db)).toMatchObject({ state: "unsubscribed" });
    expect(await ledger(db)).toEqual(["asked", "unsubscribed"]);
    expect(await subscribe(db, ada, genuineSubmission, footer, here)).toMatchObject({
      already: false,
    });
    expect(await row(db)).toMatchObject({ state: "subscribed" });
    expect(await unsubscribe(db, "00000000-0000-0000-0000-000000000000", NOW, here)).toBe(false);
  });

  test("asks first where the setting says so, and welcomes after the answer", async ({ db }) => {
    await subscribe(db, ada, genuineSubmission, footer, asking);
    const { id } = await row(db);
    expect(await row(db)).toMatchObject({ state: "pending" });
    expect(await letterKinds(db)).toEqual(["newsletter-confirm"]);
    expect(await confirmSubscription(db, id, NOW)).toBe(true);
    expect(await confirmSubscription(db, id, NOW)).toBe(true);
    expect(await row(db)).toMatchObject({ state: "subscribed" });
    expect(await letterKinds(db)).toEqual(["newsletter-confirm", "newsletter-welcome"]);
    expect(await ledger(db)).toEqual(["asked", "confirmed"]);
  });

  test("a late click on the old letter does not bring back who has left", async ({ db }) => {
    await subscribe(db, ada, genuineSubmission, footer, asking);
    const { id } = await row(db);
    await unsubscribe(db, id, NOW, asking);
    expect(await confirmSubscription(db, id, NOW)).toBe(false);
    expect(await row(db)).toMatchObject({ state: "unsubscribed" });
  });

  test("sets a suspected sign-up apart without a letter; the person's own then counts", async ({
    db,
  }) => {
    await subscribe(db, ada, { spamReason: "trap", now: NOW }, footer, here);
    expect(await db.select().from(emails)).toEqual([]);
    expect(await subscribe(db, ada, genuineSubmission, footer, here)).toMatchObject({
      already: false,
    });
    expect(await row(db)).toMatchObject({ state: "subscribed", spamReason: null });
    expect(await letterKinds(db)).toEqual(["newsletter-welcome"]);
  });

  describe("whom a program signs up", () => {
    const byProgram = { spamReason: "trap", now: NOW } as const;

    test("stays as they are, whatever they are, with their ledger and their emails", async ({
      db,
    }) => {
      for (const [index, state] of (["pending", "subscribed", "unsubscribed"] as const).entries()) {
        const input = { ...ada, email: `${state}@reader.example` };
        await subscribe(db, input, genuineSubmission, footer, state === "pending" ? asking : here);
        const known = (
          await db.select().from(subscribers).where(eq(subscribers.email, input.email))
        )[0]!;
        if (state === "unsubscribed") await unsubscribe(db, known.id, NOW, away);
        const all = async () => [
          await db.select().from(subscribers),
          await db.select().from(subscriberEvents),
          await db.select().from(emails),
        ];
        const before = await all();
        const answer = await subscribe(
          db,
          { ...input, firstName: "Cheap", lastName: "Pills" },
          byProgram,
          footer,
          index === 0 ? asking : away,
        );
        expect(answer.already).toBe(state === "subscribed");
        expect(await all()).toEqual(before);
      }
    });

    test("is on the list when they confirm", async ({ db }) => {
      await subscribe(db, ada, genuineSubmission, footer, asking);
      await subscribe(db, ada, byProgram, footer, asking);
      await confirmSubscription(db, (await row(db)).id, NOW);
      expect(await row(db)).toMatchObject({ state: "subscribed", spamReason: null });
    });

    test("is on the list again when an earlier version has set them apart and they confirm once more", async ({
      db,
    }) => {
      await subscribe(db, ada, genuineSubmission, footer, asking);
      await db.update(subscribers).set({ state: "subscribed", spamReason: "trap" });
      await confirmSubscription(db, (await row(db)).id, NOW);
      expect(await row(db)).toMatchObject({ state: "subscribed", spamReason: null });
    });
  });

  test("asks one mailbox three times an hour at most, and welcomes who confirms all the same", async ({
    db,
  }) => {
    for (let turn = 0; turn < 5; turn++)
      await subscribe(db, ada, genuineSubmission, footer, asking);
    expect(await letterKinds(db)).toEqual([
      "newsletter-confirm",
      "newsletter-confirm",
      "newsletter-confirm",
    ]);
    await confirmSubscription(db, (await row(db)).id, NOW);
    expect(await letterKinds(db)).toHaveLength(4);
  });

  test("its ledger is never rewritten", async ({ db }) => {
    await subscribe(db, ada, genuineSubmission, footer, here);
    await expect(db.delete(subscriberEvents)).rejects.toThrow();
    await expect(db.update(subscriberEvents).set({ kind: "confirmed" })).rejects.toThrow();
  });

  test("its links name one deed and cannot be made up", async ({ db }) => {
    await subscribe(db, ada, genuineSubmission, footer, here);
    const { id } = await row(db);
    expect(subscriberOf("unsubscribe", newsletterLink("unsubscribe", id))).toBe(id);
    expect(subscriberOf("confirm", newsletterLink("unsubscribe", id))).toBeNull();
    expect(subscriberOf("unsubscribe", newsletterLink("unsubscribe", id).slice(0, -1))).toBeNull();
    expect(
      subscriberOf("unsubscribe", `http://localhost/newsletter/unsubscribe?who=${id}`),
    ).toBeNull();
  });

  test.for([
    ["email", "nobody", "Please enter a valid email address."],
    ["email", "", "Please enter a valid email address."],
    ["firstName", "x".repeat(101), "Please use at most 100 characters."],
    ["lastName", "x".repeat(101), "Please use at most 100 characters."],
    ["lastName", "", undefined],
  ] as const)("%s %j: %s", ([field, value, message]) => {
    expect(check(newsletterSchema, { ...ada, [field]: value })).toMatchObject(
      message ? { errors: { [field]: message } } : { ok: true },
    );
  });
});

describe("a newsletter that lives at Mailchimp", () => {
  let server: MailchimpServer;
  beforeAll(async () => void (server = await startMailchimp()));
  afterAll(() => server.stop());
  beforeEach(() => {
    server.behave(null);
    server.members.clear();
  });

  const open = (patience?: number) =>
    openMailchimp(
      {
        MAILCHIMP_API_KEY: server.key,
        MAILCHIMP_AUDIENCE_ID: server.audience,
        MAILCHIMP_BASE_URL: server.url,
      },
      patience,
    )!;
  const hash = createHash("md5").update("ada@reader.example").digest("hex");
  const joined = async (db: Db, ways: { NEWSLETTER_DOUBLE_OPT_IN: "yes" | "no" } = here) => {
    await subscribe(db, ada, genuineSubmission, footer, { ...away, ...ways });
    return (await row(db)).id;
  };

  test("gets the member with the names, and the member our welcome", async ({ db }) => {
    const id = await joined(db);
    expect(await row(db)).toMatchObject({ mailchimp: "waiting" });
    expect(await letterKinds(db)).toEqual([]);
    await syncSubscriber(db, open(), id, here);
    expect(server.members.get(hash)).toEqual({
      email_address: "ada@reader.example",
      status: "subscribed",
      merge_fields: { FNAME: "Ada", LNAME: "Reader" },
    });
    expect(await row(db)).toMatchObject({ mailchimp: "done", mailchimpError: null });
    await syncSubscriber(db, open(), id, here);
    expect(await letterKinds(db)).toEqual(["newsletter-welcome"]);
  });

  test("asks for the confirmation itself where one is wanted", async ({ db }) => {
    await syncSubscriber(db, open(), await joined(db, asking), asking);
    expect(server.members.get(hash)).toMatchObject({ status: "pending" });
    expect(await letterKinds(db)).toEqual([]);
  });

  test("is not told twice of somebody it has", async ({ db }) => {
    server.members.set(hash, {
      email_address: "ada@reader.example",
      status: "subscribed",
      merge_fields: { FNAME: "Augusta" },
    });
    await syncSubscriber(db, open(), await joined(db), here);
    expect(server.members.get(hash)).toMatchObject({ merge_fields: { FNAME: "Augusta" } });
    expect(await row(db)).toMatchObject({ mailchimp: "done" });
    expect(await letterKinds(db)).toEqual([]);
  });

  test.for([
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
    ["hangs", "Mailchimp did not answer in time."],
  ] as const)(
    "that is out of order is tried again, with the reason in sight: %j",
    async ([behaviour, reason], { db }) => {
      const id = await joined(db);
      server.behave(behaviour);
      await expect(
        syncSubscriber(db, open(behaviour === "hangs" ? 100 : undefined), id, here),
      ).rejects.toThrow(MailchimpUnavailable);
      expect(await row(db)).toMatchObject({
        state: "subscribed",
        mailchimp: "waiting",
        mailchimpError: reason,
      });
      server.behave(null);
      await syncSubscriber(db, open(), id, here);
      expect(await row(db)).toMatchObject({ mailchimp: "done", mailchimpError: null });
      expect(server.members.size).toBe(1);
    },
  );

  test("that cannot be reached is tried again", async ({ db }) => {
    const id = await joined(db);
    const nobody = openMailchimp({
      MAILCHIMP_API_KEY: "k-us1",
      MAILCHIMP_AUDIENCE_ID: "a",
      MAILCHIMP_BASE_URL: "http://127.0.0.1:1",
    })!;
    await expect(syncSubscriber(db, nobody, id, here)).rejects.toThrow(
      "Mailchimp could not be reached.",
    );
  });

  test("that refuses an address is not asked again, and its words stay", async ({ db }) => {
    await subscribe(db, { ...ada, email: "ada@example.com" }, genuineSubmission, footer, away);
    await syncSubscriber(db, open(), (await row(db)).id, here);
    expect(await row(db)).toMatchObject({
      state: "subscribed",
      mailchimp: "refused",
      mailchimpError: expect.stringContaining("looks fake or invalid"),
    });
  });

  test("asks those again who once left by its own link", async ({ db }) => {
    server.members.set(hash, {
      email_address: "ada@reader.example",
      status: "unsubscribed",
      merge_fields: {},
    });
    await syncSubscriber(db, open(), await joined(db), here);
    expect(server.members.get(hash)).toMatchObject({ status: "pending" });
  });

  test("hears of who leaves; what is under way meanwhile does not bring them back", async ({
    db,
  }) => {
    const id = await joined(db);
    await syncSubscriber(db, open(), id, here);
    await unsubscribe(db, id, NOW, away);
    expect(await row(db)).toMatchObject({ state: "unsubscribed", mailchimp: "waiting" });
    await syncSubscriber(db, open(), id, here);
    expect(server.members.get(hash)).toMatchObject({ status: "unsubscribed" });
    expect((await db.select().from(subscribers).where(eq(subscribers.id, id)))[0]).toMatchObject({
      mailchimp: "done",
    });
  });

  test("hears of who leaves although a program signs them up meanwhile", async ({ db }) => {
    const id = await joined(db);
    await syncSubscriber(db, open(), id, here);
    await unsubscribe(db, id, NOW, away);
    await subscribe(db, ada, { spamReason: "trap", now: NOW }, footer, away);
    await syncSubscriber(db, open(), id, here);
    expect(server.members.get(hash)).toMatchObject({ status: "unsubscribed" });
  });

  test("forgets an erased person for good; once is enough", async ({ db }) => {
    await syncSubscriber(db, open(), await joined(db), here);
    await deleteMailchimpMember(db, "ADA@reader.example", away);
    const { rows } = (await db.execute(
      sql`select data from pgboss.job where name = 'forgotten-members'`,
    )) as unknown as { rows: unknown[] };
    expect(rows).toEqual([{ data: { memberHash: hash } }]);
    await open().forget(hash);
    expect(server.members.has(hash)).toBe(false);
    await open().forget(hash);
  });

  test("leaves its data centre to the key", () => {
    expect(
      openMailchimp({
        MAILCHIMP_API_KEY: undefined,
        MAILCHIMP_AUDIENCE_ID: "a",
        MAILCHIMP_BASE_URL: undefined,
      }),
    ).toBeNull();
  });
});
