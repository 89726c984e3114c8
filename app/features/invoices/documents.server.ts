import { eq } from "drizzle-orm";
import type { Db } from "#app/server/database/db.server.ts";
import { invoicePdfs, salesInvoices } from "#app/server/database/tables.server.ts";
import { getBusinessDetails } from "./business.server.ts";
import { pdfFileName } from "./document-texts.ts";
import { howToPay } from "./how-to-pay.ts";
import type { Invoice } from "./model.ts";
import { drawInvoice } from "./pdf.server.ts";

export type InvoicePdf = { fileName: string; content: Uint8Array<ArrayBuffer> };

/**
 * The PDF of an issued document, null for a draft or none. It is drawn by whoever asks first and
 * stored: emails and pages carry the same bytes, with the bank details of that moment. What was
 * voided is drawn with the words that say so, beside the stored one.
 */
export async function invoicePdf(
  db: Db,
  id: string,
  drawn = drawInvoice,
): Promise<InvoicePdf | null> {
  const [invoice] = await db.select().from(salesInvoices).where(eq(salesInvoices.id, id));
  if (!invoice?.number) return null;
  const fileName = pdfFileName(invoice.number);
  if (invoice.voidedAt) return { fileName, content: await draw(db, invoice, drawn) };
  const content = (await storedPdf(db, id)) ?? (await drawAndStore(db, invoice, drawn));
  return { fileName, content };
}

async function drawAndStore(
  db: Db,
  invoice: Invoice,
  drawn: typeof drawInvoice,
): Promise<Uint8Array<ArrayBuffer>> {
  const content = await draw(db, invoice, drawn);
  // Another process may have drawn it meanwhile: the first one stored is everyone's.
  await db
    .insert(invoicePdfs)
    .values({ salesInvoiceId: invoice.id, content })
    .onConflictDoNothing();
  return (await storedPdf(db, invoice.id))!;
}

async function storedPdf(db: Db, id: string): Promise<Uint8Array<ArrayBuffer> | undefined> {
  const [stored] = await db
    .select({ content: invoicePdfs.content })
    .from(invoicePdfs)
    .where(eq(invoicePdfs.salesInvoiceId, id));
  return stored && new Uint8Array(stored.content);
}

async function draw(
  db: Db,
  invoice: Invoice,
  drawn: typeof drawInvoice,
): Promise<Uint8Array<ArrayBuffer>> {
  const details = await getBusinessDetails(db);
  // As it was issued, whatever has been paid or credited since.
  const payment = howToPay(details, { ...invoice, paid: 0, credited: 0 });
  return drawn({
    invoice,
    creditsNumber: await numberOf(db, invoice.creditsId),
    payment,
  });
}

async function numberOf(db: Db, id: string | null): Promise<string | null> {
  if (!id) return null;
  const [found] = await db
    .select({ number: salesInvoices.number })
    .from(salesInvoices)
    .where(eq(salesInvoices.id, id));
  return found?.number ?? null;
}
