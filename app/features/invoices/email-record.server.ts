import { href } from "react-router";
import { and, desc, eq, isNotNull, ne } from "drizzle-orm";
import type { Administrator } from "#app/features/auth/model.ts";
import type { FieldValues } from "#app/features/email/fields.ts";
import type { EmailRecord } from "#app/features/email/model.ts";
import type { Db } from "#app/server/database/db.server.ts";
import { quotes, salesInvoices } from "#app/server/database/tables.server.ts";
import { absoluteUrl } from "#app/server/http/site-url.server.ts";
import type { Day } from "#app/values/calendar.ts";
import { formatMoney } from "#app/values/money.ts";
import { getBusinessDetails } from "./business.server.ts";
import { howToPay } from "./how-to-pay.ts";
import { askedOf, type BusinessDetails, greetedAs, type Invoice } from "./model.ts";

export const invoiceUrl = (slug: string) => absoluteUrl(href("/invoices/:slug", { slug }));

type Event = { eventTitle: string | null; eventDate: Day | null; eventLocation: string | null };

const noEvent: Event = { eventTitle: null, eventDate: null, eventLocation: null };

/** Null id: the newest issued invoice. */
export async function getInvoiceEmailRecord(
  db: Db,
  _by: Administrator,
  id: string | null,
): Promise<EmailRecord | null> {
  const [invoice] = await db
    .select()
    .from(salesInvoices)
    .where(
      id === null
        ? and(isNotNull(salesInvoices.number), ne(salesInvoices.kind, "credit-note"))
        : eq(salesInvoices.id, id),
    )
    .orderBy(desc(salesInvoices.createdAt), desc(salesInvoices.number))
    .limit(1);
  if (!invoice) return null;
  const name = ["Invoice", invoice.number].filter(Boolean).join(" ");
  return {
    about: { kind: "invoices", id: invoice.id, label: invoice.buyerName },
    recipientEmail: invoice.buyerEmail,
    subject: [name, invoice.title].filter(Boolean).join(": "),
    record: await readInvoiceFields(db, invoice),
  };
}

export async function readInvoiceFields(
  db: Db,
  invoice: Invoice,
): Promise<FieldValues<"invoices">> {
  const { eventTitle, eventDate, eventLocation } = quotes;
  const [event] = invoice.quoteId
    ? await db
        .select({ eventTitle, eventDate, eventLocation })
        .from(quotes)
        .where(eq(quotes.id, invoice.quoteId))
    : [];
  return invoiceFields(invoice, await getBusinessDetails(db), event);
}

function invoiceFields(
  invoice: Invoice,
  details: BusinessDetails,
  event: Event = noEvent,
): FieldValues<"invoices"> {
  const { buyerName, buyerEmail, title, slug } = invoice;
  const ways = howToPay(details, invoice).map(({ label, value }) => `${label}: ${value}`);
  return {
    first_name: greetedAs(invoice),
    client_name: buyerName,
    client_email: buyerEmail,
    invoice_number: invoice.number,
    // The title of an agreed invoice also contains the day.
    event: event.eventTitle || title || "your booking",
    event_date: event.eventDate,
    event_location: event.eventLocation,
    amount_due: formatMoney(askedOf(invoice)),
    amount_paid: formatMoney(invoice.paid),
    total: formatMoney(invoice.total - invoice.credited),
    due_date: invoice.dueOn,
    issue_date: invoice.issuedOn,
    reference: invoice.reference,
    how_to_pay: ways.join("\n"),
    invoice_link: slug && invoiceUrl(slug),
    id: invoice.id,
  };
}
