import { describe, expect } from "vitest";
import { content } from "#app/content/content.ts";
import { deliverEmail } from "#app/features/email/delivery.server.ts";
import type { Db } from "#app/server/database/db.server.ts";
import { emails, subscriberEvents, subscribers } from "#app/server/database/tables.server.ts";
import { dbTest, onBothDatabases as onBoth } from "#tests/support/db.ts";
import { genuineSubmission, NOW, owner } from "#tests/support/factories.ts";
import {
  ada,
  footer,
  withoutMailchimp,
  withDoubleOptIn,
  withMailchimp,
  subscriberRow,
  storedEventKinds,
  emailKinds,
  aMailing,
  aReader,
  aTransport,
} from "#tests/support/newsletter.ts";
import { readListQuery } from "#app/ui/admin/list-query.ts";
import { rowsToCsv } from "#app/values/csv.ts";
import { confirmSubscription, subscribe, unsubscribe, newsletterLink } from "./commands.server.tsx";
import {
  consentColumns,
  listConsents,
  recordConsent,
  tagReaders,
  releaseReader,
  suppressBounced,
} from "./consents.server.ts";
import { sendingWarnings } from "./mailing-commands.server.ts";
import { subscriberList } from "./model.ts";
import { countAudience } from "./queries.server.ts";
import { getNewsletterSettings, saveNewsletterSettings } from "./settings.server.ts";

describe("without Mailchimp", () => {
  dbTest(
    "a sign-up is stored with its consent and welcomed with an unsubscribe link",
    async ({ db }) => {
      expect(await subscribe(db, ada, genuineSubmission, footer, withoutMailchimp)).toMatchObject({
        already: false,
      });
      const { id } = await subscriberRow(db);
      expect(await subscriberRow(db)).toMatchObject({
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
            consent: expect.stringContaining("Unsubscribe any time."),
          },
        },
      ]);
      const [email] = await db.select().from(emails);
      expect(email).toMatchObject({
        kind: "newsletter-welcome",
        recipient: "ada@reader.example",
        unsubscribeUrl: newsletterLink("unsubscribe", id),
      });
      expect(email!.text).not.toContain("Ada");
    },
  );

  dbTest("a sign-up on a page that showed other words keeps them as well", async ({ db }) => {
    const on = (email: string, consent: string) =>
      subscribe(db, { ...ada, email, consent }, genuineSubmission, footer, withoutMailchimp);
    await on("max@reader.example", content().site.newsletter.consent);
    await on("mei@reader.example", "One letter a year.");
    const asked = await db.select().from(subscriberEvents).orderBy(subscriberEvents.id);
    const { consent } = content().site.newsletter;
    expect(asked[0]!.data).toMatchObject({ consent });
    expect(asked[0]!.data).not.toHaveProperty("shown");
    expect(asked[1]!.data).toMatchObject({ consent, shown: "One letter a year." });
  });

  onBoth(
    "the same email in other capitals is not subscribed twice and gets no second email",
    async ({ db }) => {
      await subscribe(db, ada, genuineSubmission, footer, withoutMailchimp);
      const signUp = (tx: Db, email: string) =>
        subscribe(tx, { ...ada, email }, genuineSubmission, footer, withoutMailchimp);
      expect(await signUp(db, "ADA@reader.EXAMPLE")).toMatchObject({ already: true });
      const both = await Promise.all(
        [1, 2].map(() => db.transaction((tx) => signUp(tx, "bea@reader.example"))),
      );
      expect(both.map(({ already }) => already).sort()).toEqual([false, true]);
      expect(await db.select().from(emails)).toHaveLength(2);
    },
  );

  dbTest(
    "unsubscribing works at once and repeatedly, and a person can subscribe again",
    async ({ db }) => {
      await subscribe(db, ada, genuineSubmission, footer, withoutMailchimp);
      const { id } = await subscriberRow(db);
      expect(await unsubscribe(db, id, NOW, withoutMailchimp)).toBe(true);
      expect(await unsubscribe(db, id, NOW, withoutMailchimp)).toBe(true);
      expect(await subscriberRow(db)).toMatchObject({ state: "unsubscribed" });
      expect(await storedEventKinds(db)).toEqual(["asked", "unsubscribed"]);
      expect(await subscribe(db, ada, genuineSubmission, footer, withoutMailchimp)).toMatchObject({
        already: false,
        isNew: false,
      });
      expect(await subscriberRow(db)).toMatchObject({ state: "subscribed" });
      // Their data has been deleted since, and their emails still have the link.
      const gone = "00000000-0000-0000-0000-000000000000";
      expect(await unsubscribe(db, gone, NOW, withoutMailchimp)).toBe(true);
    },
  );

  dbTest(
    "double opt-in sends a confirmation email first and the welcome after it",
    async ({ db }) => {
      await subscribe(db, ada, genuineSubmission, footer, withDoubleOptIn);
      const { id } = await subscriberRow(db);
      expect(await subscriberRow(db)).toMatchObject({ state: "pending" });
      expect(await emailKinds(db)).toEqual(["newsletter-confirm"]);
      expect(await confirmSubscription(db, id, NOW)).toBe(true);
      expect(await confirmSubscription(db, id, NOW)).toBe(true);
      expect(await subscriberRow(db)).toMatchObject({ state: "subscribed" });
      expect(await emailKinds(db)).toEqual(["newsletter-confirm", "newsletter-welcome"]);
      expect(await storedEventKinds(db)).toEqual(["asked", "confirmed"]);
    },
  );

  dbTest("a late click on Confirm does not bring back an unsubscribed person", async ({ db }) => {
    await subscribe(db, ada, genuineSubmission, footer, withDoubleOptIn);
    const { id } = await subscriberRow(db);
    await unsubscribe(db, id, NOW, withDoubleOptIn);
    expect(await confirmSubscription(db, id, NOW)).toBe(false);
    expect(await subscriberRow(db)).toMatchObject({ state: "unsubscribed" });
  });

  dbTest(
    "a bot's sign-up is quarantined without an email, and the person can still sign up later",
    async ({ db }) => {
      await subscribe(db, ada, { spamReason: "trap", now: NOW }, footer, withoutMailchimp);
      expect(await db.select().from(emails)).toEqual([]);
      expect(await db.select().from(subscriberEvents)).toMatchObject([
        { kind: "asked", data: { suspicion: "trap" } },
      ]);
      expect(await subscribe(db, ada, genuineSubmission, footer, withoutMailchimp)).toMatchObject({
        already: false,
      });
      expect(await subscriberRow(db)).toMatchObject({ state: "subscribed", spamReason: null });
      expect(await emailKinds(db)).toEqual(["newsletter-welcome"]);
    },
  );

  describe("a known subscriber whom a bot signs up", () => {
    const byBot = { spamReason: "trap", now: NOW } as const;

    dbTest("keeps state, events and emails", async ({ db }) => {
      for (const [index, state] of (["pending", "subscribed", "unsubscribed"] as const).entries()) {
        const input = { ...ada, email: `${state}@reader.example` };
        const settings = state === "pending" ? withDoubleOptIn : withoutMailchimp;
        const { subscriber } = await subscribe(db, input, genuineSubmission, footer, settings);
        if (state === "unsubscribed") await unsubscribe(db, subscriber.id, NOW, withMailchimp);
        const all = async () => [
          await db.select().from(subscribers),
          await db.select().from(subscriberEvents),
          await db.select().from(emails),
        ];
        const before = await all();
        const answer = await subscribe(
          db,
          { ...input, firstName: "Cheap", lastName: "Pills" },
          byBot,
          footer,
          index === 0 ? withDoubleOptIn : withMailchimp,
        );
        expect(answer.already).toBe(state === "subscribed");
        expect(await all()).toEqual(before);
      }
    });

    dbTest("is subscribed by confirming", async ({ db }) => {
      await subscribe(db, ada, genuineSubmission, footer, withDoubleOptIn);
      await subscribe(db, ada, byBot, footer, withDoubleOptIn);
      await confirmSubscription(db, (await subscriberRow(db)).id, NOW);
      expect(await subscriberRow(db)).toMatchObject({ state: "subscribed", spamReason: null });
    });

    dbTest("leaves quarantine by confirming", async ({ db }) => {
      await subscribe(db, ada, genuineSubmission, footer, withDoubleOptIn);
      await db.update(subscribers).set({ state: "subscribed", spamReason: "trap" });
      await confirmSubscription(db, (await subscriberRow(db)).id, NOW);
      expect(await subscriberRow(db)).toMatchObject({ state: "subscribed", spamReason: null });
    });
  });

  dbTest(
    "one mailbox gets three confirmation emails an hour at most, and still its welcome",
    async ({ db }) => {
      for (let turn = 0; turn < 5; turn++)
        await subscribe(db, ada, genuineSubmission, footer, withDoubleOptIn);
      expect(await emailKinds(db)).toEqual(Array(3).fill("newsletter-confirm"));
      await confirmSubscription(db, (await subscriberRow(db)).id, NOW);
      expect(await emailKinds(db)).toHaveLength(4);
    },
  );

  onBoth("subscriber events cannot be changed or deleted", async ({ db }) => {
    await subscribe(db, ada, genuineSubmission, footer, withoutMailchimp);
    await expect(db.delete(subscriberEvents)).rejects.toThrow();
    await expect(db.update(subscriberEvents).set({ kind: "confirmed" })).rejects.toThrow();
  });
});

const everyone = { ...readListQuery(new URLSearchParams(), subscriberList), pageSize: null };

dbTest("an address that bounced gets no newsletters until it is released", async ({ db }) => {
  const { id } = await aReader(db, "ada@reader.example");
  await aReader(db, "bo@reader.example");
  const report =
    "To: bo@reader.example\n\nFinal-Recipient: rfc822; Ada@Reader.example\nAction: failed";
  expect(await suppressBounced(db, owner, report, NOW)).toEqual(["ada@reader.example"]);
  expect(await suppressBounced(db, owner, report, NOW)).toEqual([]);
  expect(await countAudience(db, "all")).toMatchObject({ reached: 1, suppressed: 1 });
  expect(await releaseReader(db, owner, id, NOW)).toBe(true);
  expect(await releaseReader(db, owner, id, NOW)).toBe(false);
  expect(await countAudience(db, "all")).toMatchObject({ reached: 2, suppressed: 0 });
  expect(await storedEventKinds(db)).toEqual(["asked", "asked", "bounced", "released"]);
});

dbTest("whoever gets no newsletters can sign up again", async ({ db }) => {
  await aReader(db, "refused@reader.example", { suppressedAt: NOW });
  await aReader(db, "brought-along@reader.example", { consent: "" });
  for (const { email } of await db.select().from(subscribers))
    await subscribe(db, { ...ada, email }, genuineSubmission, footer, withoutMailchimp);
  expect(await countAudience(db, "all")).toMatchObject({ reached: 2 });
});

dbTest("the welcome doesn't reach someone who has left meanwhile", async ({ db }) => {
  await subscribe(db, ada, genuineSubmission, footer, withoutMailchimp);
  await unsubscribe(db, (await subscriberRow(db)).id, NOW, withoutMailchimp);
  const { sent, transport } = aTransport();
  await deliverEmail(db, transport, (await db.select().from(emails))[0]!.id);
  expect(sent).toEqual([]);
});

dbTest("of a text without a report every address counts", async ({ db }) => {
  await aReader(db, "ada@reader.example");
  const said = "Sorry, <ada@reader.example>. Nobody has that name.";
  expect(await suppressBounced(db, owner, said, NOW)).toEqual(["ada@reader.example"]);
});

dbTest("the proof has each reader's words, form and time", async ({ db }) => {
  await aReader(db, "ada@reader.example", { consent: "One letter a year." });
  await aReader(db, "bo@reader.example", { consent: "" });
  const { rows } = await listConsents(db, owner, everyone);
  expect(rowsToCsv(consentColumns, rows).split("\r\n").toSorted()).toEqual(
    expect.arrayContaining([
      expect.stringMatching(
        /ada@reader\.example.*Subscribed.*One letter a year\..*at the foot of a page.*2026-03-10/,
      ),
      expect.stringMatching(/bo@reader\.example.?,.?Subscribed.?,.?.?,/),
    ]),
  );
});

dbTest(
  "readers who signed up elsewhere are reached once their words are on file",
  async ({ db }) => {
    const { id } = await aReader(db, "ada@reader.example", { consent: "" });
    await aReader(db, "never-asked@reader.example", { consent: "" });
    const data = { form: "Import of readers.csv" };
    const at = new Date("2024-05-01T00:00:00Z");
    await db.insert(subscriberEvents).values({ subscriberId: id, kind: "asked", at, data });
    expect(await countAudience(db, "all")).toMatchObject({ reached: 0, withoutConsent: 2 });
    expect(await recordConsent(db, owner, everyone, "Letters from Imogen.", NOW)).toBe(1);
    expect(await recordConsent(db, owner, everyone, "Letters from Imogen.", NOW)).toBe(0);
    expect(await countAudience(db, "all")).toMatchObject({ reached: 1, withoutConsent: 1 });
    const { rows } = await listConsents(db, owner, everyone);
    const proof = { words: "Letters from Imogen.", form: "earlier", agreedAt: at };
    expect(rows.find((row) => row.id === id)).toMatchObject(proof);
  },
);

dbTest("the readers that a search finds are tagged once, and untagged", async ({ db }) => {
  await aReader(db, "ada@reader.example");
  await aReader(db, "bo@reader.example");
  const found = { ...everyone, search: "ada" };
  const tag = "choir";
  for (const adds of [true, true])
    expect(await tagReaders(db, owner, found, { tag, adds })).toBe(1);
  const tags = async () => (await db.select().from(subscribers)).map((one) => one.tags).toSorted();
  expect(await tags()).toEqual([[], ["choir"]]);
  await tagReaders(db, owner, everyone, { tag, adds: false });
  expect(await tags()).toEqual([[], []]);
});

dbTest("with Mailchimp's key one of the two writes, as the owner chose", async ({ db }) => {
  expect(await getNewsletterSettings(db, withMailchimp)).toMatchObject({ sender: "mailchimp" });
  await saveNewsletterSettings(db, owner, { perMinute: 30, sender: "site" }, NOW);
  expect(await getNewsletterSettings(db, withMailchimp)).toEqual({
    perMinute: 30,
    sender: "site",
    hasMailchimp: true,
  });
  await subscribe(db, ada, genuineSubmission, footer, withMailchimp);
  expect(await emailKinds(db)).toEqual(["newsletter-welcome"]);
  expect(await db.select().from(subscribers)).toMatchObject([{ mailchimp: "none" }]);
  await aMailing(db, { state: "sending", sendsAt: NOW });
  const back = { perMinute: 30, sender: "mailchimp" } as const;
  expect(await saveNewsletterSettings(db, owner, back, NOW)).toBe(false);
});

dbTest("a sender's domain without SPF or DMARC is said before sending", async () => {
  const from = { MAIL_FROM: "Studio <me@studio.example>" };
  const check = (domain: string) =>
    Promise.resolve([
      { name: "SPF", state: "missing", what: `${domain} has no SPF.` },
      { name: "DKIM", state: "missing", what: `${domain} has no DKIM.` },
      { name: "DMARC", state: "unknown", what: "Nobody knows." },
    ] as const).then((records) => [...records]);
  const SMTP_URL = "smtp://localhost";
  expect(await sendingWarnings({ ...from, SMTP_URL }, check)).toEqual([
    "studio.example has no SPF.",
  ]);
  expect(await sendingWarnings({ ...from, SMTP_URL: undefined }, check)).toEqual([]);
});
