import { and, eq, sql } from "drizzle-orm";
import { describe, expect } from "vitest";
import { invoiceReminders } from "#app/features/invoices/reminders.server.tsx";
import { sendDueReminders } from "#app/features/reminders/send.server.ts";
import type { Db } from "#app/server/database/db.server.ts";
import {
  auditEntries,
  emails,
  emailTemplates,
  quotes,
} from "#app/server/database/tables.server.ts";
import { addDays, melbourneDay } from "#app/values/calendar.ts";
import { dbTest } from "#tests/support/db.ts";
import { moneyTest } from "#tests/support/money-test.ts";
import { aDraft, anAcceptance, NOW, owner, theBusiness } from "#tests/support/factories.ts";
import { aSentQuote, quoteEmailInput, quoteRow } from "#tests/support/quotes.ts";
import { atHour } from "#tests/support/reminders.tsx";
import { emailsOfKind } from "#tests/support/emails-of-kind.ts";
import { acceptQuote } from "./acceptance.server.ts";
import {
  acceptOnBehalf,
  declineQuote,
  rejectQuote,
  reverseDecision,
  withdrawQuote,
} from "./decisions.server.ts";
import { editQuote, revisionOf } from "./drafts.server.ts";
import type { Quote } from "./model.ts";
import { quoteReminders, sendingOf, sendQuote } from "./sending.server.ts";

const sentOn = melbourneDay(NOW);
/** A time of the day so many days after {@link NOW}. */
const after = (days: number, hours = 10) => atHour(addDays(sentOn, days), hours);

const sendEager = (db: Db, now: Date) =>
  sendDueReminders(db, { quote: quoteReminders, invoice: invoiceReminders }, now);

/** What goes out from NOW on, looked at every morning. */
async function remindersUntil(db: Db, lastDay: number, firstDay = 0) {
  for (let day = firstDay; day <= lastDay; day++) {
    await sendEager(db, after(day));
    await db.update(emails).set({ state: "sent" });
  }
  const rows = await emailsOfKind(db, "quote-reminder");
  return rows.map(({ subject }) => subject);
}

const three = "A reminder: your quote for Garden party";
const seven = "Still thinking about Garden party?";

describe("a quote that was sent", () => {
  moneyTest("is reminded of after three and seven days", async ({ db }) => {
    const quote = await aSentQuote(db);
    expect(await remindersUntil(db, 2)).toEqual([]);
    expect(await remindersUntil(db, 3, 3)).toEqual([three]);
    expect(await remindersUntil(db, 20, 4)).toEqual([three, seven]);
    const [email] = await emailsOfKind(db, "quote-reminder");
    expect(email).toMatchObject({ recipient: "ada@client.example", quoteId: quote.id });
    expect(email!.text).toContain(`/quotes/${quote.slug}`);
    expect(email!.text).toContain("Hi Ada,");
  });

  moneyTest("is reminded of two days before it expires, and not after", async ({ db }) => {
    await aSentQuote(db, { validUntil: addDays(sentOn, 6) });
    expect(await remindersUntil(db, 20)).toEqual([
      three,
      "Your quote for Garden party is valid until Monday, 16 March 2026",
    ]);
  });

  dbTest(
    "gets no reminder while invoicing is off, nor for what was sent before",
    async ({ db }) => {
      await aSentQuote(db);
      await theBusiness(db);
      expect(await remindersUntil(db, 20)).toEqual([]);
    },
  );

  dbTest(
    "from before invoicing gets none when it is edited, but when it is sent again",
    async ({ db }) => {
      const sent = await aSentQuote(db);
      await theBusiness(db);
      await editQuote(db, owner, sent.id, revisionOf(sent), aDraft({ guests: 90 }), after(1));
      expect(await remindersUntil(db, 10)).toEqual([]);
      await sendQuote(db, owner, sent.id, quoteEmailInput, after(11));
      expect(await remindersUntil(db, 20, 11)).toEqual([three, seven]);
    },
  );

  moneyTest("again counts anew from that day", async ({ db }) => {
    const sent = await aSentQuote(db);
    expect(await remindersUntil(db, 3)).toEqual([three]);
    await sendQuote(db, owner, sent.id, quoteEmailInput, after(4));
    expect(await remindersUntil(db, 6, 4)).toEqual([three]);
    expect(await remindersUntil(db, 11, 7)).toEqual([three, three, seven]);
  });

  moneyTest("by the owner on the day of a reminder has had its email", async ({ db }) => {
    const validUntil = addDays(sentOn, 6);
    const sent = await aSentQuote(db, { validUntil });
    await sendQuote(db, owner, sent.id, quoteEmailInput, after(4, 8));
    await sendEager(db, after(4));
    expect(await remindersUntil(db, 4, 4)).toEqual([]);
  });

  moneyTest("keeps the version that was last sent, whatever its reminders", async ({ db }) => {
    const sent = await aSentQuote(db);
    const draft = aDraft({ base: 1300_00 });
    const edited = await editQuote(db, owner, sent.id, revisionOf(sent), draft, after(1));
    expect(edited.ok).toBe(true);
    expect(await remindersUntil(db, 3)).toEqual([three]);
    expect(await sendingOf(db, await quoteRow(db, sent.id))).toBe("update");
  });
});

const client = { ip: "192.0.2.1", userAgent: "test" };

const decisions: Record<string, (db: Db, quote: Quote, now: Date) => Promise<unknown>> = {
  "accepted by its client": (db, { slug }, now) =>
    acceptQuote(db, anAcceptance({ slug: slug! }), now),
  "accepted by the owner": (db, { id }, now) => acceptOnBehalf(db, owner, id, now),
  declined: (db, { slug, version }, now) =>
    declineQuote(db, { slug: slug!, version, reason: "", client }, now),
  rejected: (db, { id }, now) => rejectQuote(db, owner, id, now),
  withdrawn: (db, { id }, now) => withdrawQuote(db, owner, id, now),
};

describe("a quote that was", () => {
  dbTest.for(Object.keys(decisions))("%s is not reminded of any more", async (name, { db }) => {
    await theBusiness(db);
    const quote = await aSentQuote(db);
    expect(await decisions[name]!(db, quote, after(1))).toMatchObject({ ok: true });
    expect(await remindersUntil(db, 20)).toEqual([]);
  });

  dbTest.for(["acceptedAt", "rejectedAt"])(
    "closed by another program, which sets %s, is not reminded of either",
    async (column, { db }) => {
      await theBusiness(db);
      const { id } = await aSentQuote(db);
      const ofId = eq(quotes.id, id);
      await db
        .update(quotes)
        .set({ [column]: NOW })
        .where(ofId);
      expect(await remindersUntil(db, 20)).toEqual([]);
    },
  );

  moneyTest("accepted before its reminder could be delivered is spared it", async ({ db }) => {
    const { slug } = await aSentQuote(db);
    await sendEager(db, after(3));
    await acceptQuote(db, anAcceptance({ slug: slug! }), after(4));
    const ofReminder = eq(emails.kind, "quote-reminder");
    expect(await db.select().from(emails).where(ofReminder)).toMatchObject([{ state: "expired" }]);
  });

  moneyTest("reopened is reminded of on the days that are still ahead", async ({ db }) => {
    const { id } = await aSentQuote(db);
    await rejectQuote(db, owner, id, after(2));
    await reverseDecision(db, owner, id, after(5));
    expect(await remindersUntil(db, 20)).toEqual([seven]);
  });

  moneyTest("sent at no time there is, by another program, is not reminded of", async ({ db }) => {
    const { id } = await aSentQuote(db);
    await db
      .update(quotes)
      .set({ sentAt: sql`'infinity'` })
      .where(eq(quotes.id, id));
    await remindersUntil(db, 4);
    const seen = revisionOf(await quoteRow(db, id));
    expect(await editQuote(db, owner, id, seen, aDraft(), after(5))).toMatchObject({ ok: true });
    expect(await remindersUntil(db, 8, 5)).toEqual([]);
  });

  moneyTest("given more time is reminded of two days before the new last day", async ({ db }) => {
    const sent = await aSentQuote(db, { validUntil: addDays(sentOn, 12) });
    expect(await remindersUntil(db, 8)).toEqual([three, seven]);
    const draft = aDraft({ validUntil: addDays(sentOn, 30) });
    await editQuote(db, owner, sent.id, revisionOf(sent), draft, after(8));
    expect(await remindersUntil(db, 40, 9)).toEqual([
      three,
      seven,
      "Your quote for Garden party is valid until Thursday, 9 April 2026",
    ]);
  });
});

describe("a reminder's text", () => {
  const template = (name: string, body: string) => ({ name, subject: "From me", body });
  const reminded = and(eq(auditEntries.action, "reminded"));

  moneyTest("is the owner's template of its name", async ({ db }) => {
    await db.insert(emailTemplates).values(template("quote REMINDER", "Hello {{first_name}}!"));
    await aSentQuote(db);
    expect(await remindersUntil(db, 3)).toEqual(["From me"]);
    expect((await emailsOfKind(db, "quote-reminder"))[0]!.text).toContain("Hello Ada!");
  });

  moneyTest(
    "is ours where the quote lacks what the template names, and the log says so",
    async ({ db }) => {
      await db.insert(emailTemplates).values(template("Quote reminder", "For {{guests}} guests"));
      await aSentQuote(db);
      expect(await remindersUntil(db, 3)).toEqual([three]);
      expect(await db.select().from(auditEntries).where(reminded)).toMatchObject([
        {
          actor: "Automatic reminders",
          after: {
            when: "3 days after sending",
            text: "standard, because your template “Quote reminder” needs number of guests",
          },
        },
      ]);
    },
  );
});
