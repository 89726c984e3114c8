import { eq } from "drizzle-orm";
import { content } from "#app/content/content.ts";
import type { Owner } from "#app/features/auth/model.ts";
import type { StandardEmail } from "#app/features/email/templates.ts";
import { ownerEmail } from "#app/features/email/outbox.server.ts";
import { getBusinessDetails } from "#app/features/invoices/business.server.ts";
import {
  cancelReminders,
  hasPlannedReminders,
  plannedRemindersColumn,
  planReminders,
  changePause,
} from "#app/features/reminders/plan.server.ts";
import type { PlannedReminder, ReminderIntent } from "#app/features/reminders/model.ts";
import type { ReminderSource } from "#app/features/reminders/send.server.ts";
import { reminderText } from "#app/features/email/queries.server.ts";
import type { Db } from "#app/server/database/db.server.ts";
import { quotes } from "#app/server/database/tables.server.ts";
import { addDays, type Day, isDay, isInstant, melbourneDay } from "#app/values/calendar.ts";
import { check, emailAddress } from "#app/values/rules.ts";
import { quoteFields, quoteUrl } from "./email-record.server.ts";
import { quoteEmail } from "./emails.server.tsx";
import { type AdminResult, lockQuote } from "./guard.server.ts";
import { isOpen, type Quote, quoteState, toPublicQuote } from "./model.ts";
import { isPriceConsistent } from "./pricing.ts";

const steps = ["3-days-after", "7-days-after", "2-days-before-expiry"] as const;
type QuoteReminderStep = (typeof steps)[number];

/** Only days on which the quote can still be accepted. */
function plannedDays(
  quote: Pick<Quote, "acceptedAt" | "rejectedAt" | "draft" | "sentAt" | "validUntil">,
): (PlannedReminder & { step: QuoteReminderStep })[] {
  const { sentAt, validUntil } = quote;
  // Another program may have written an instant that no calendar has.
  if (!isOpen(quote) || !sentAt || !isInstant(sentAt)) return [];
  const sentOn = melbourneDay(sentAt);
  const days: Record<QuoteReminderStep, Day | null> = {
    "3-days-after": addDays(sentOn, 3),
    "7-days-after": addDays(sentOn, 7),
    "2-days-before-expiry": validUntil && addDays(validUntil, -2),
  };
  return steps.flatMap((step) => {
    const day = days[step];
    return day && isDay(day) && (!validUntil || day <= validUntil) ? [{ step, day }] : [];
  });
}

export function quoteReminderEmails(): Record<QuoteReminderStep, StandardEmail> {
  const { person } = content().site;
  return {
    "3-days-after": {
      name: "Quote reminder",
      when: "3 days after sending",
      subject: "A reminder: your quote for {{event}}",
      body: `Hi {{first_name}},

I hope you've had a chance to look at your quote. {{valid_until_sentence}}

If you have a question or would like to change anything, just reply. If it all looks right, you can \
accept it below.

${person}`,
    },
    "7-days-after": {
      name: "Second quote reminder",
      when: "7 days after sending",
      subject: "Still thinking about {{event}}?",
      body: `Hi {{first_name}},

It's been a week since I sent your quote, so I wanted to check in. \
{{valid_until_sentence}}

If something isn't quite right, tell me and I'll see what I can do. And if you've made other plans, \
that's fine too: a short reply is all I need.

${person}`,
    },
    "2-days-before-expiry": {
      name: "Quote expires soon",
      when: "2 days before it expires",
      subject: "Your quote for {{event}} is valid until {{valid_until}}",
      body: `Hi {{first_name}},

A quick note that your quote is valid until {{valid_until}}. If you'd like to go \
ahead, you can accept it below.

If you need a little more time, just reply.

${person}`,
    },
  };
}

const labelOf = ({ clientName, invoiceType }: Quote) => `${clientName}, ${invoiceType}`;
const recordOf = ({ id }: Pick<Quote, "id">) => ({ kind: "quote", id }) as const;

export async function planQuoteReminders(tx: Db, quote: Quote, now: Date): Promise<void> {
  const { invoicing } = await getBusinessDetails(tx);
  await planReminders(tx, recordOf(quote), invoicing ? plannedDays(quote) : [], now);
}

/** After a change or decision. Quotes sent before reminders existed get none until sent again. */
export async function replanQuoteReminders(tx: Db, quote: Quote, now: Date): Promise<void> {
  if (await hasPlannedReminders(tx, recordOf(quote))) await planQuoteReminders(tx, quote, now);
}

/** Whether {@link endQuoteReminders} would change anything, as SQL to save a query. */
export const isRemindedColumn = (quote: Pick<Quote, "id">) =>
  plannedRemindersColumn(recordOf(quote));

export function endQuoteReminders(tx: Db, quote: Quote, now: Date): Promise<void> {
  return cancelReminders(tx, "quote", [quote.id], now);
}

const changingPause =
  (intent: ReminderIntent) =>
  (db: Db, by: Owner, id: string, now = new Date()): Promise<AdminResult> =>
    db.transaction(async (tx) => {
      const quote = await lockQuote(tx, id);
      if (!quote) return { ok: false, reason: "not-found" };
      await changePause(tx, by, intent, recordOf(quote), labelOf(quote), now);
      return { ok: true, quote };
    });

export const pauseQuoteReminders = changingPause("pause-reminders");
export const resumeQuoteReminders = changingPause("resume-reminders");

export const quoteReminders: ReminderSource = {
  async read(tx, id, step, now) {
    const [quote] = await tx
      .select()
      .from(quotes)
      .where(eq(quotes.id, id))
      .for("update", { noWait: true });
    if (!quote?.slug) return null;
    const due = plannedDays(quote).find((planned) => planned.step === step);
    if (!due || due.day > melbourneDay(now) || !isRemindable(quote, now)) return null;
    const link = quoteUrl(quote.slug);
    const record = quoteFields(quote, link, now);
    const standard = quoteReminderEmails()[due.step];
    const text = await reminderText(tx, standard, record);
    if (!text) return null;
    return {
      email: {
        kind: "quote-reminder",
        recipient: quote.clientEmail,
        replyTo: ownerEmail(),
        subject: text.subject,
        body: quoteEmail(toPublicQuote(quote, now), { body: text.body, link }),
        quoteId: id,
      },
      label: labelOf(quote),
      about: { when: standard.when, ...text.about },
    };
  },
};

/** Another program may have written a price or an email address that cannot be sent. */
function isRemindable(quote: Quote, now: Date): boolean {
  const sentToday = quote.sentAt && melbourneDay(quote.sentAt) === melbourneDay(now);
  return (
    quoteState(quote, now) === "pending" &&
    !sentToday &&
    isPriceConsistent(quote) &&
    check(emailAddress(""), quote.clientEmail).ok
  );
}
