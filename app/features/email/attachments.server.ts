import { and, eq, inArray, sql } from "drizzle-orm";
import { href } from "react-router";
import type { Administrator } from "#app/features/auth/model.ts";
import { invoicePdf } from "#app/features/invoices/documents.server.ts";
import { pdfFileName } from "#app/features/invoices/document-texts.ts";
import type { Db } from "#app/server/database/db.server.ts";
import {
  emailAttachments,
  emails,
  quoteEvents,
  quotes,
  salesInvoices,
} from "#app/server/database/tables.server.ts";
import type { EmailAttachment } from "#app/server/outbound/outgoing-email.server.ts";
import { type AttachedDocument, confirmationFileName, confirmationKinds } from "./model.ts";

/** Whether {@link attachmentsOf} would find any, as SQL to save a query. */
export const hasAttachments = sql<boolean>`exists (
  select from ${emailAttachments} where ${eq(emailAttachments.emailId, emails.id)})`;

/** Throws when a PDF cannot be drawn now. */
export async function attachmentsOf(
  db: Db,
  emailId: string,
  pdfOf = invoicePdf,
): Promise<EmailAttachment[]> {
  const attached = await db
    .select({ id: emailAttachments.salesInvoiceId, shows: emailAttachments.shows })
    .from(emailAttachments)
    .innerJoin(salesInvoices, eq(salesInvoices.id, emailAttachments.salesInvoiceId))
    .where(eq(emailAttachments.emailId, emailId))
    .orderBy(salesInvoices.issuedAt, salesInvoices.number);
  const pdfs = await Promise.all(
    attached.map(({ id, shows }) => drawnPdf(() => pdfOf(db, id, shows))),
  );
  return pdfs.map((pdf) => {
    if (!pdf) throw new Error("A document attached to this email hasn't been issued.");
    return { ...pdf, contentType: "application/pdf" };
  });
}

async function drawnPdf(draw: () => ReturnType<typeof invoicePdf>) {
  try {
    return await draw();
  } catch (error) {
    // Shown with the email, where the error alone would say nothing.
    const reason = error instanceof Error ? error.message : String(error);
    throw new Error(`The PDF could not be made: ${reason}`, { cause: error });
  }
}

export async function listAttachments(
  db: Db,
  _by: Administrator,
  emailIds: readonly string[],
): Promise<AttachedDocument[]> {
  if (emailIds.length === 0) return [];
  return [...(await confirmations(db, emailIds)), ...(await invoices(db, emailIds))];
}

/** Whether the quote was accepted on delivery: the owner may have reversed it since. */
const stoodOnDelivery = sql<boolean>`coalesce((
  select ${quoteEvents.kind} = 'accepted' from ${quoteEvents}
  where ${eq(quoteEvents.quoteId, quotes.id)} and ${inArray(quoteEvents.kind, ["accepted", "reopened"])}
    and ${quoteEvents.at} <= coalesce(${emails.settledAt}, 'infinity')
  order by ${quoteEvents.id} desc limit 1), false)`;

async function confirmations(db: Db, emailIds: readonly string[]): Promise<AttachedDocument[]> {
  const confirmed = await db
    .select({
      emailId: emails.id,
      id: quotes.id,
      slug: quotes.slug,
      acceptedAt: quotes.acceptedAt,
    })
    .from(emails)
    .innerJoin(quotes, eq(quotes.id, emails.quoteId))
    .where(
      and(
        inArray(emails.id, [...emailIds]),
        inArray(emails.kind, [...confirmationKinds]),
        stoodOnDelivery,
      ),
    );
  return confirmed.map(({ emailId, id, slug, acceptedAt }) => ({
    emailId,
    fileName: confirmationFileName,
    path:
      slug && acceptedAt
        ? href("/quotes/:slug/quote.pdf", { slug })
        : href("/admin/quotes/:id", { id }),
  }));
}

async function invoices(db: Db, emailIds: readonly string[]): Promise<AttachedDocument[]> {
  const attached = await db
    .select({
      emailId: emailAttachments.emailId,
      id: salesInvoices.id,
      number: salesInvoices.number,
      slug: salesInvoices.slug,
    })
    .from(emailAttachments)
    .innerJoin(salesInvoices, eq(salesInvoices.id, emailAttachments.salesInvoiceId))
    .where(inArray(emailAttachments.emailId, [...emailIds]))
    .orderBy(salesInvoices.issuedAt, salesInvoices.number);
  return attached.map(({ emailId, id, number, slug }) => ({
    emailId,
    fileName: pdfFileName(number ?? ""),
    path: slug
      ? href("/invoices/:slug/invoice.pdf", { slug })
      : href("/admin/money/invoices/:id", { id }),
  }));
}
