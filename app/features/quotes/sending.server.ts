import { content } from "#app/content/content.ts";
import {
  isOptionalField,
  missingFields,
  withFieldKeys,
  fillParts,
  type RecordFields,
  fill,
} from "#app/features/email/fields.ts";
import type { StandardEmail } from "#app/features/email/templates.ts";
import type { Administrator, Owner } from "#app/features/auth/model.ts";
import { getNamedTemplate, reminderText } from "#app/features/email/queries.server.ts";
import {
  isRecorded,
  recordSubmission,
  answerEnquiry,
} from "#app/features/intake/submission.server.ts";
import type { Db } from "#app/server/database/db.server.ts";
import {
  expireEmails,
  fillMarked,
  previewHtml,
  ownerEmail,
} from "#app/features/email/outbox.server.ts";
import { quoteFields, quoteUrl, sendingFields } from "./queries.server.ts";
import { emailClient, quoteEmail } from "./emails.server.tsx";
import {
  type AdminResult,
  lastEvent,
  lockQuote,
  recordEvent,
  updateQuote,
  takeLink,
} from "./guard.server.ts";
import { isUndecided, type Quote, quoteState, toPublicQuote, isOpen } from "./model.ts";
import { isPriceConsistent } from "./pricing.ts";
import { and, eq } from "drizzle-orm";
import { getBusinessDetails } from "#app/features/business/queries.server.ts";
import {
  cancelReminders,
  hasPlannedReminders,
  plannedRemindersColumn,
  replanReminders,
  changePause,
} from "#app/features/reminders/plan.server.ts";
import type { PlannedReminder, ReminderIntent } from "#app/features/reminders/model.ts";
import type { ReminderSource } from "#app/features/reminders/send.server.ts";
import { emails, quotes } from "#app/server/database/tables.server.ts";
import { addDays, type Day, isDay, isInstant, melbourneDay } from "#app/values/calendar.ts";
import { check, emailAddress } from "#app/values/rules.ts";
import { isSameEmail } from "#app/values/text.ts";

/** As typed: with fields such as `{{event}}`. */
type QuoteEmail = { subject: string; body: string };

export type Sending = "first" | "reminder" | "update";

export function laterEmails(): Record<Exclude<Sending, "first">, QuoteEmail> {
  const { person } = content().site;
  return {
    reminder: {
      subject: "A reminder: your quote for {{event}}",
      body: `Hi {{first_name}},

Just a quick reminder that your quote is still open. {{valid_until_sentence}}You can \
see what's included and accept it below.

If you have a question or would like to change anything, just reply.

${person}`,
    },
    update: {
      subject: "Your updated quote for {{event}}",
      body: `Hi {{first_name}},

I've updated your quote. It's at the same link as before. {{valid_until_sentence}}

If you'd like to change anything else, just reply.

${person}`,
    },
  };
}

export const quoteEmailName = "Quote";

export const standardQuoteEmail = (): StandardEmail => ({
  name: quoteEmailName,
  when: "When you send a quote",
  subject: "Your quote for {{event}}",
  body: `Hi {{first_name}},

Thanks for getting in touch. Here's your quote, with what's included, the price and a button to \
accept.

{{valid_until_sentence}}If you'd like to change anything, just reply.

${content().site.person}`,
});

/** Filled in but for the link and what is missing. */
export type QuoteEmailDraft = QuoteEmail & { record: RecordFields };

/** @param record with the link that the email will have */
export function quoteEmailFor(record: RecordFields, template: QuoteEmail | null): QuoteEmailDraft {
  const { subject, body } = template ?? standardQuoteEmail();
  const filled = (text: string) =>
    fillParts(text, record)
      .map(({ text: value, key, missing }) =>
        key === "quote_link" || (key && missing && !isOptionalField(key)) ? `{{${key}}}` : value,
      )
      .join("");
  return { subject: filled(subject), body: filled(body), record };
}

type SendResult =
  | AdminResult
  | { ok: false; reason: "expired"; quote: Quote }
  /** These placeholders have no value, and nobody has confirmed that. */
  | { ok: false; reason: "incomplete"; quote: Quote; missing: string[] };

/** A draft gets its link on being sent: no reason to ask about it before. */
const fieldsBefore = (quote: Quote, now: Date) =>
  quoteFields({ ...quote, slug: quote.slug ?? "to come" }, "to come", now);

/** Once for each form `key`. The first email makes a draft an open quote with a link. */
export function sendQuote(
  db: Db,
  by: Owner,
  id: string,
  { anyway, ...email }: QuoteEmail & { anyway?: boolean },
  now = new Date(),
  key = "",
): Promise<SendResult> {
  const form = `email of ${by.userId}`;
  const identity = { form, kind: "page", key, content: { email, id } } as const;
  return db.transaction(async (tx) => {
    const quote = await lockQuote(tx, id);
    if (!quote) return { ok: false, reason: "not-found" };
    if (await isRecorded(tx, identity, now)) return { ok: true, quote };
    if (!isUndecided(quote)) return { ok: false, reason: "decided", quote };
    if (!isPriceConsistent(quote)) return { ok: false, reason: "unsettled", quote };
    if (quoteState({ ...quote, draft: false }, now) === "expired")
      return { ok: false, reason: "expired", quote };
    const missing = missingFields([email.subject, email.body], fieldsBefore(quote, now));
    if (missing.length > 0 && !anyway) return { ok: false, reason: "incomplete", quote, missing };
    if (key) await recordSubmission(tx, identity, now);
    const sent = await updateQuote(tx, id, { draft: false, sentAt: now });
    const slug = await takeLink(tx, sent);
    const link = quoteUrl(slug);
    const record = quoteFields({ ...sent, slug }, link, now);
    const { clientEmail, version } = sent;
    await recordEvent(tx, id, "sent", by.email, now, { recipient: clientEmail, version });
    await planQuoteReminders(tx, sent, now);
    await answerEnquiry(tx, by.email, sent.enquiryId, now);
    const isOlder = and(eq(emails.quoteId, id), eq(emails.kind, "quote"));
    await expireEmails(tx, isOlder, "Not sent: a later email has the quote as it is now.", now);
    await emailClient(tx, sent, {
      kind: "quote",
      subject: fill(email.subject, record),
      body: quoteEmail(toPublicQuote(sent, now), { body: fill(email.body, record), link }),
    });
    return { ok: true, quote: sent };
  });
}

export async function sendingOf(db: Db, quote: Quote): Promise<Sending> {
  if (quote.draft || !quote.sentAt) return "first";
  const sent = await lastEvent(db, quote.id, "sent");
  const { version, recipient } = sent?.data ?? {};
  if (typeof recipient === "string" && !isSameEmail(recipient, quote.clientEmail)) return "first";
  return typeof version === "number" && version < quote.version ? "update" : "reminder";
}

export async function beginQuoteEmail(
  db: Db,
  _by: Administrator,
  quote: Quote,
): Promise<{ sending: Sending; email: QuoteEmailDraft }> {
  const sending = await sendingOf(db, quote);
  const text =
    sending === "first" ? await getNamedTemplate(db, quoteEmailName) : laterEmails()[sending];
  return { sending, email: quoteEmailFor(sendingFields(quote), text) };
}

/** Its button leads nowhere: a draft has no link yet. `body`: null for the form's own beginning. */
export async function previewQuoteEmail(
  db: Db,
  by: Administrator,
  quote: Quote,
  body: string | null,
  now = new Date(),
): Promise<string> {
  const text =
    body === null ? (await beginQuoteEmail(db, by, quote)).email.body : withFieldKeys(body);
  const shown = toPublicQuote({ ...quote, draft: false }, now);
  const filled = fillMarked(text, sendingFields(quote));
  return previewHtml(quoteEmail(shown, { body: filled, link: "#" }));
}

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
  await replanReminders(tx, recordOf(quote), invoicing ? plannedDays(quote) : [], now);
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
