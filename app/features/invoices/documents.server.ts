import { and, eq, gt, lte } from "drizzle-orm";
import type { Db } from "#app/server/database/db.server.ts";
import { invoicePdfs, salesInvoices } from "#app/server/database/tables.server.ts";
import { findAccount } from "./accounts.server.ts";
import { getBusinessDetails } from "./business.server.ts";
import { pdfFileName } from "./document-texts.ts";
import { howToPay } from "./how-to-pay.ts";
import { type BusinessDetails, type InvoiceAccount, restOf } from "./model.ts";
import { drawInvoice } from "./pdf.server.ts";

export type InvoicePdf = { fileName: string; content: Uint8Array<ArrayBuffer> };

/**
 * The PDF of an issued document, null for a draft or none. It is drawn by whoever asks first and
 * stored: emails and pages carry the same bytes. While money is owed on it, it is drawn anew once the
 * details of the business have changed: nobody may be asked to pay into an account that is no longer
 * hers. What was voided is drawn with the words that say so, beside the stored one.
 */
export async function invoicePdf(db: Db, id: string): Promise<InvoicePdf | null> {
  const invoice = await findAccount(db, id);
  if (!invoice?.number) return null;
  const fileName = pdfFileName(invoice.number);
  const drawing = { invoice, at: new Date(), details: await getBusinessDetails(db) };
  if (invoice.voidedAt) return { fileName, content: await draw(db, drawing) };
  const since = outdatedUntil(drawing);
  const content = (await storedPdf(db, id, since)) ?? (await drawAndStore(db, drawing, since));
  return { fileName, content };
}

type Drawing = { invoice: InvoiceAccount; at: Date; details: BusinessDetails };

/** Longer than a change can take to be saved: a PDF drawn meanwhile may not know of it. */
const saving = 60_000;

/** What was drawn until then may name other bank details. */
function outdatedUntil({ invoice, details: { updatedAt } }: Drawing): Date {
  const isOwed = restOf(invoice) > 0;
  return new Date(isOwed && updatedAt ? updatedAt.getTime() + saving : 0);
}

async function drawAndStore(
  db: Db,
  drawing: Drawing,
  since: Date,
): Promise<Uint8Array<ArrayBuffer>> {
  const { id } = drawing.invoice;
  const stored = { content: await draw(db, drawing), drawnAt: drawing.at };
  // Another process may have drawn it meanwhile: the first one stored is everyone's.
  await db
    .insert(invoicePdfs)
    .values({ salesInvoiceId: id, ...stored })
    .onConflictDoUpdate({
      target: invoicePdfs.salesInvoiceId,
      set: stored,
      setWhere: lte(invoicePdfs.drawnAt, since),
    });
  return (await storedPdf(db, id))!;
}

async function storedPdf(
  db: Db,
  id: string,
  since = new Date(0),
): Promise<Uint8Array<ArrayBuffer> | undefined> {
  const [stored] = await db
    .select({ content: invoicePdfs.content })
    .from(invoicePdfs)
    .where(and(eq(invoicePdfs.salesInvoiceId, id), gt(invoicePdfs.drawnAt, since)));
  return stored && new Uint8Array(stored.content);
}

async function draw(db: Db, { invoice, details }: Drawing): Promise<Uint8Array<ArrayBuffer>> {
  // As it was issued, whatever has been paid or credited since.
  const payment = howToPay(details, { ...invoice, paid: 0, credited: 0 });
  return drawInvoice({
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
