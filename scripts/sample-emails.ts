import { eq, isNotNull } from "drizzle-orm";
import { queueEmails } from "../app/features/email/outbox.server.ts";
import { ownerEmail } from "#app/features/email/outbox.server.ts";
import { findAccounts, isReachable } from "#app/features/invoices/queries.server.ts";
import { getBusinessDetails } from "../app/features/invoices/business.server.ts";
import { nothingPaid } from "../app/features/invoices/model.ts";
import { queueInvoice } from "#app/features/invoices/emails.server.tsx";
import { quoteEmail } from "../app/features/quotes/emails.server.tsx";
import { quoteUrl } from "../app/features/quotes/email-record.server.ts";
import { toPublicQuote } from "../app/features/quotes/model.ts";
import type { Db } from "../app/server/database/db.server.ts";
import { emails, quotes, salesInvoices } from "../app/server/database/tables.server.ts";
import { firstNameOf } from "../app/values/names.ts";

/** Puts among the sent emails what the samples' story says was sent; none of it goes out. */
export async function writeSampleEmails(db: Db): Promise<void> {
  const sent = async (at: Date, queue: Promise<void>) => {
    await queue;
    const told = { state: "sent", createdAt: at, settledAt: at } as const;
    await db.update(emails).set(told).where(eq(emails.state, "queued"));
  };
  for (const quote of await db.select().from(quotes).where(isNotNull(quotes.sentAt))) {
    const { id, clientName, clientEmail, eventTitle, slug, sentAt } = quote;
    const body =
      `Hi ${firstNameOf(clientName)},\n\nThank you for asking me to play. Here is my quote. ` +
      "If anything should be different, just reply.";
    const email = {
      kind: "quote",
      recipient: clientEmail,
      replyTo: ownerEmail(),
      subject: `Your quote: ${eventTitle}`,
      body: quoteEmail(toPublicQuote(quote, sentAt!), { body, link: quoteUrl(slug!) }),
      quoteId: id,
    } as const;
    await sent(sentAt!, queueEmails(db, email));
  }
  const details = await getBusinessDetails(db);
  for (const invoice of await findAccounts(db, isNotNull(salesInvoices.number)))
    if (invoice.kind !== "credit-note" && isReachable(invoice))
      await sent(invoice.issuedAt!, queueInvoice(db, { ...invoice, ...nothingPaid }, details));
}
