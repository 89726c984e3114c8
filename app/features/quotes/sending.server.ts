import type { Administrator, Owner } from "#app/features/auth/model.ts";
import { missingFields, withFieldKeys } from "#app/features/email/fields.ts";
import { getNamedTemplate } from "#app/features/email/queries.server.ts";
import { fill } from "#app/features/email/placeholders.ts";
import {
  isRecorded,
  recordSubmission,
  answerEnquiry,
} from "#app/features/intake/submission.server.ts";
import type { Db } from "#app/server/database/db.server.ts";
import { fillMarked, previewHtml } from "#app/features/email/outbox.server.ts";
import type { QuoteEmail } from "./draft-schema.ts";
import { quoteFields, quoteUrl, sendingFields } from "./email-record.server.ts";
import { emailClient, quoteEmail } from "./emails.server.tsx";
import {
  type AdminResult,
  lastEvent,
  lockQuote,
  recordEvent,
  updateQuote,
} from "./guard.server.ts";
import { takeLink } from "./drafts.server.ts";
import { isUndecided, type Quote, quoteState, toPublicQuote } from "./model.ts";
import { isPriceConsistent } from "./pricing.ts";
import { planQuoteReminders } from "./reminders.server.ts";
import {
  laterEmails,
  type Sending,
  type QuoteEmailDraft,
  quoteEmailFor,
  quoteEmailName,
} from "./sending.ts";

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
  const version = sent?.data.version;
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
