import type { Administrator } from "#app/features/auth/model.ts";
import { missingFields, withFieldKeys } from "#app/features/email/fields.ts";
import { fill } from "#app/features/email/placeholders.ts";
import { answerEnquiry } from "#app/features/intake/answered.server.ts";
import { isRecorded, recordSubmission } from "#app/features/intake/submission.server.ts";
import type { Db } from "#app/server/database/db.server.ts";
import { fillMarked, previewHtml } from "#app/features/email/preview.server.ts";
import type { QuoteEmail } from "./draft-schema.ts";
import { quoteFields, quoteUrl, sendingFields } from "./email-record.server.ts";
import { emailClient, quoteEmail } from "./emails.server.tsx";
import { type AdminResult, lockQuote, recordEvent, updateQuote } from "./guard.server.ts";
import { takeLink } from "./versions.server.ts";
import { isUndecided, type Quote, quoteState, toPublicQuote } from "./model.ts";
import { isPriceConsistent } from "./pricing.ts";
import { planQuoteReminders } from "./reminders.server.ts";
import {
  laterEmails,
  lastSentVersion,
  type Sending,
  sendingOf,
  type QuoteEmailDraft,
  quoteEmailFor,
} from "./sending.ts";
import { getQuoteHistory, getQuoteTemplate } from "./queries.server.ts";

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
  by: Administrator,
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
    await emailClient(tx, sent, {
      kind: "quote",
      subject: fill(email.subject, record),
      body: quoteEmail(toPublicQuote(sent, now), { body: fill(email.body, record), link }),
    });
    return { ok: true, quote: sent };
  });
}

type QuoteEvents = Awaited<ReturnType<typeof getQuoteHistory>>["events"];

export async function beginQuoteEmail(
  db: Db,
  by: Administrator,
  quote: Quote,
  events: QuoteEvents,
): Promise<{ sending: Sending; email: QuoteEmailDraft }> {
  const sending = sendingOf(quote, lastSentVersion(events));
  const text = sending === "first" ? await getQuoteTemplate(db, by) : laterEmails()[sending];
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
  const begin = async () => {
    const { events } = await getQuoteHistory(db, by, quote.id);
    return (await beginQuoteEmail(db, by, quote, events)).email.body;
  };
  const text = body === null ? await begin() : withFieldKeys(body);
  const shown = toPublicQuote({ ...quote, draft: false }, now);
  const filled = fillMarked(text, sendingFields(quote));
  return previewHtml(quoteEmail(shown, { body: filled, link: "#" }));
}
