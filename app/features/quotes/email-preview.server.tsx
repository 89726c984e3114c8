import type { Administrator } from "#app/features/auth/model.ts";
import { withFieldKeys } from "#app/features/email/field-names.ts";
import { fillMarked, previewHtml } from "#app/features/email/marked-gaps.server.ts";
import type { Db } from "#app/server/database/db.server.ts";
import { type QuoteEmailDraft, quoteEmailFor } from "./email-copy.ts";
import { sendingFields } from "./email-record.server.ts";
import { quoteEmail } from "./emails.server.tsx";
import { type Quote, toPublicQuote } from "./model.ts";
import { getQuoteHistory, getQuoteTemplate } from "./queries.server.ts";
import { laterEmails, lastSentVersion, type Sending, sendingOf } from "./reminder.ts";

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
