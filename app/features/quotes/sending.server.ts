import type { Administrator } from "#app/features/auth/model.ts";
import { queueEmails } from "#app/features/email/outbox.server.ts";
import { ownerEmail } from "#app/features/email/owner.server.ts";
import { recordSubmission } from "#app/features/intake/submission.server.ts";
import type { Db } from "#app/server/database/db.server.ts";
import { invoices, quoteEvents } from "#app/server/database/tables.server.ts";
import { absoluteUrl } from "#app/server/http/site-url.server.ts";
import type { QuoteEmail } from "./draft-schema.ts";
import { fillQuoteEmail, linkPlaceholder } from "./email-copy.ts";
import { quoteEmail } from "./emails.server.tsx";
import { type AdminOutcome, pending, refused } from "./guard.server.ts";
import { takeLink } from "./link.server.ts";
import { type Quote, quoteState } from "./model.ts";
import { isPriceConsistent } from "./pricing.ts";

export type SendOutcome = AdminOutcome | { ok: false; reason: "expired"; quote: Quote };

/** Sends the letter with the link, as often as the owner likes, but once for each `key`; the first time gives a draft its link. */
export function sendQuote(
  db: Db,
  by: Administrator,
  id: string,
  letter: QuoteEmail,
  now = new Date(),
  key = "",
): Promise<SendOutcome> {
  return db.transaction(async (tx) => {
    const [current] = await tx.select().from(invoices).where(pending(id)).for("update");
    if (!current) return refused(tx, id);
    const isNew =
      !key ||
      (await recordSubmission(
        tx,
        { form: `letter of ${by.userId}`, kind: "page", key, content: { letter, id } },
        now,
      )) === "new";
    if (!isNew) return { ok: true, quote: current };
    if (!isPriceConsistent(current)) return { ok: false, reason: "unsettled", quote: current };
    if (quoteState({ ...current, draft: false }, now) === "expired")
      return { ok: false, reason: "expired", quote: current };
    const [quote] = await tx
      .update(invoices)
      .set({ draft: false, sentAt: now })
      .where(pending(id))
      .returning();
    const link = absoluteUrl(`/quotes/${await takeLink(tx, quote!)}`);
    const fill = (text: string) => fillQuoteEmail(text, { [linkPlaceholder]: link }, () => "");
    await tx.insert(quoteEvents).values({
      invoiceId: id,
      kind: "sent",
      actor: by.email,
      at: now,
      data: { recipient: quote!.clientEmail, version: quote!.version },
    });
    await queueEmails(tx, {
      kind: "quote",
      recipient: quote!.clientEmail,
      replyTo: ownerEmail(),
      subject: fill(letter.subject),
      body: quoteEmail({ body: fill(letter.body), link }),
      invoiceId: id,
    });
    return { ok: true, quote: quote! };
  });
}
