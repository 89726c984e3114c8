import { href } from "react-router";
import type { Administrator } from "#app/features/auth/model.ts";
import { queueEmails } from "#app/features/email/outbox.server.ts";
import { ownerEmail } from "#app/features/email/owner.server.ts";
import { answerEnquiry } from "#app/features/intake/answered.server.ts";
import { recordSubmission } from "#app/features/intake/submission.server.ts";
import type { Db } from "#app/server/database/db.server.ts";
import { quoteEvents } from "#app/server/database/tables.server.ts";
import { absoluteUrl } from "#app/server/http/site-url.server.ts";
import type { QuoteEmail } from "./draft-schema.ts";
import { fillQuoteEmail, linkPlaceholder } from "./email-copy.ts";
import { quoteEmail } from "./emails.server.tsx";
import { type AdminResult, lockQuote, updateQuote } from "./guard.server.ts";
import { takeLink } from "./link.server.ts";
import { isUndecided, type Quote, quoteState } from "./model.ts";
import { isPriceConsistent } from "./pricing.ts";

export type SendResult = AdminResult | { ok: false; reason: "expired"; quote: Quote };

/**
 * Emails the client the link, once for each `key` of a rendered form, and again whenever the owner
 * likes. The first email makes a draft an open quote and gives it its link.
 */
export function sendQuote(
  db: Db,
  by: Administrator,
  id: string,
  email: QuoteEmail,
  now = new Date(),
  key = "",
): Promise<SendResult> {
  return db.transaction(async (tx) => {
    const quote = await lockQuote(tx, id);
    if (!quote) return { ok: false, reason: "not-found" };
    if (!isUndecided(quote)) return { ok: false, reason: "decided", quote };
    if (await wasSent(tx, by, key, { email, id }, now)) return { ok: true, quote };
    if (!isPriceConsistent(quote)) return { ok: false, reason: "unsettled", quote };
    if (quoteState({ ...quote, draft: false }, now) === "expired")
      return { ok: false, reason: "expired", quote };
    const sent = await updateQuote(tx, id, { draft: false, sentAt: now });
    const link = absoluteUrl(href("/quotes/:slug?", { slug: await takeLink(tx, sent) }));
    const fill = (text: string) => fillQuoteEmail(text, { [linkPlaceholder]: link }, () => "");
    await tx.insert(quoteEvents).values({
      invoiceId: id,
      kind: "sent",
      actor: by.email,
      at: now,
      data: { recipient: sent.clientEmail, version: sent.version },
    });
    await answerEnquiry(tx, by.email, sent.enquiryId, now);
    await queueEmails(tx, {
      kind: "quote",
      recipient: sent.clientEmail,
      replyTo: ownerEmail(),
      subject: fill(email.subject),
      body: quoteEmail({ body: fill(email.body), link }),
      invoiceId: id,
    });
    return { ok: true, quote: sent };
  });
}

async function wasSent(tx: Db, by: Administrator, key: string, content: object, now: Date) {
  if (!key) return false;
  const form = `email of ${by.userId}`;
  return (await recordSubmission(tx, { form, kind: "page", key, content }, now)) !== "new";
}
