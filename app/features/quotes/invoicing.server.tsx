import type { Administrator, Owner } from "#app/features/auth/model.ts";
import { EmailLayout } from "#app/features/email/email-layout.tsx";
import { Action, Heading, Text } from "#app/features/email/email-parts.tsx";
import { queueEmails, ownerEmail } from "#app/features/email/outbox.server.ts";
import {
  attachmentOf,
  payAction,
  PaymentRequest,
} from "#app/features/invoices/acceptance-email.server.tsx";
import {
  type AcceptanceInvoices,
  issueMissing,
  missingOf,
} from "#app/features/invoices/acceptance-invoices.server.ts";
import { getBusinessDetails } from "#app/features/invoices/business.server.ts";
import { issuingRefusal } from "#app/features/invoices/commands.server.ts";
import type { Db } from "#app/server/database/db.server.ts";
import { firstNameOf } from "#app/values/names.ts";
import { isDay } from "#app/values/calendar.ts";
import { check, emailAddress } from "#app/values/rules.ts";
import { lockQuote } from "./guard.server.ts";
import { type Quote, quoteState, quoteTitle, toPublicQuote } from "./model.ts";
import { acceptedPrice } from "./pricing.ts";
import { earlierVersions } from "./drafts.server.ts";
import { linesOf } from "./wording.ts";

type CreationResult =
  | { ok: true; quote: Quote }
  | { ok: false; reason: "not-found" | "decided" | "unsettled" | "off" | "incomplete" };

/** For quotes accepted before invoicing was on, or with a void invoice, as if accepted today. */
export function createInvoices(
  db: Db,
  by: Owner,
  id: string,
  send: boolean,
  now = new Date(),
): Promise<CreationResult> {
  return db.transaction(async (tx) => {
    const quote = await lockQuote(tx, id);
    if (!quote) return { ok: false, reason: "not-found" };
    if (quoteState(quote, now) !== "accepted") return { ok: false, reason: "decided" };
    const sale = await saleOf(tx, quote, now);
    const { invoiced, missing } = await missingOf(tx, sale);
    if (missing === 0 && invoiced > 0) return { ok: true, quote };
    const refusal = issuingRefusal(await getBusinessDetails(tx));
    if (refusal) return { ok: false, reason: refusal };
    if (!(missing > 0)) return { ok: false, reason: "unsettled" };
    const invoices = await issueMissing(tx, sale, by.email, now);
    if (send)
      await queueEmails(tx, {
        kind: "invoice",
        recipient: sale.buyerEmail,
        replyTo: ownerEmail(),
        subject: `How to pay for ${quoteTitle(quote)}`,
        body: <CreatedInvoices quote={quote} invoices={invoices} />,
        quoteId: id,
        ...attachmentOf(invoices),
      });
    return { ok: true, quote };
  });
}

export async function missingInvoices(db: Db, _by: Administrator, quote: Quote, now = new Date()) {
  return (await missingOf(db, await saleOf(db, quote, now))).missing;
}

function CreatedInvoices({ quote, invoices }: { quote: Quote; invoices: AcceptanceInvoices }) {
  const title = quoteTitle(quote);
  const pay = payAction(invoices);
  return (
    <EmailLayout preview={`How to pay for ${title}`} signed>
      <Heading>{title}</Heading>
      <Text>Hi {firstNameOf(quote.clientName)},</Text>
      <Text>Here's everything you need to pay for {title}, as we agreed.</Text>
      <PaymentRequest invoices={invoices} />
      <Text>If you've already paid some of it or have a question, just reply.</Text>
      {pay && <Action href={pay.href}>{pay.label}</Action>}
    </EmailLayout>
  );
}

/** The client, or someone else with the link. */
type AcceptedBy = { clientName: string; clientEmail: string };

/**
 * The buyer is the quote's client, even when someone else accepted: anyone with the link could
 * otherwise choose the name on the invoices. If the client is empty or wrong, it is who accepted.
 */
export async function saleOf(tx: Db, quote: Quote, now: Date, by?: AcceptedBy) {
  const email = check(emailAddress(""), quote.clientEmail);
  const { eventDate } = quote;
  return {
    quoteId: quote.id,
    earlier: await earlierVersions(tx, quote),
    buyerName: quote.clientName.trim() || by?.clientName || "",
    buyerEmail: email.ok ? email.value : (by?.clientEmail ?? quote.clientEmail),
    title: quoteTitle(quote),
    eventDate: eventDate && isDay(eventDate) ? eventDate : null,
    lines: linesOf(toPublicQuote(quote, now)).map(([text, amount]) => ({ text, amount })),
    total: acceptedPrice(quote).total,
  };
}
