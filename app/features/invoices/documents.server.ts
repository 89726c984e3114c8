import { and, eq, type SQL } from "drizzle-orm";
import type { Administrator } from "#app/features/auth/model.ts";
import type { Db } from "#app/server/database/db.server.ts";
import {
  invoicePdfs,
  salesInvoices,
  type ShownDetails,
} from "#app/server/database/tables.server.ts";
import { getBusinessDetails } from "./business.server.ts";
import { pdfFileName } from "./document-texts.ts";
import { howToPay } from "./how-to-pay.ts";
import { type Invoice, nothingPaid } from "./model.ts";
import { drawInvoice } from "./pdf.server.ts";
import { shownDetails } from "./shown-details.ts";

export type InvoicePdf = { fileName: string; content: Uint8Array<ArrayBuffer> };

/**
 * Null for a draft. Emails and pages carry the same stored bytes; a void document is drawn with a
 * notice and not stored. `asOf`: what an email showed.
 */
export async function invoicePdf(
  db: Db,
  id: string,
  asOf: ShownDetails | null = null,
  drawn = drawInvoice,
): Promise<InvoicePdf | null> {
  const [invoice] = await db.select().from(salesInvoices).where(eq(salesInvoices.id, id));
  if (!invoice?.number) return null;
  const shows = asOf ?? shownDetails(invoice, await getBusinessDetails(db));
  const fileName = pdfFileName(invoice.number);
  if (invoice.voidedAt) return { fileName, content: await draw(db, invoice, shows, drawn) };
  const version = and(eq(invoicePdfs.salesInvoiceId, id), eq(invoicePdfs.shows, shows));
  const stored = await storedPdf(db, version);
  if (stored) return { fileName, content: stored };
  const content = await draw(db, invoice, shows, drawn);
  // Another process may have stored it meanwhile: everyone uses the first one stored.
  await db.insert(invoicePdfs).values({ salesInvoiceId: id, shows, content }).onConflictDoNothing();
  return { fileName, content: (await storedPdf(db, version))! };
}

/** Without bytes, oldest first. */
export function listPdfs(db: Db, _by: Administrator, id: string) {
  return db
    .select({ id: invoicePdfs.id, drawnAt: invoicePdfs.drawnAt })
    .from(invoicePdfs)
    .where(eq(invoicePdfs.salesInvoiceId, id))
    .orderBy(invoicePdfs.drawnAt);
}

export async function earlierPdf(
  db: Db,
  _by: Administrator,
  { id, pdfId }: { id: string; pdfId: string },
): Promise<InvoicePdf | null> {
  const content = await storedPdf(
    db,
    and(eq(invoicePdfs.salesInvoiceId, id), eq(invoicePdfs.id, pdfId)),
  );
  return content ? { fileName: pdfFileName((await numberOf(db, id)) ?? ""), content } : null;
}

async function storedPdf(
  db: Db,
  condition: SQL | undefined,
): Promise<Uint8Array<ArrayBuffer> | undefined> {
  const [stored] = await db
    .select({ content: invoicePdfs.content })
    .from(invoicePdfs)
    .where(condition);
  return stored && new Uint8Array(stored.content);
}

async function draw(
  db: Db,
  invoice: Invoice,
  { ways, ...shown }: ShownDetails,
  drawn: typeof drawInvoice,
): Promise<Uint8Array<ArrayBuffer>> {
  // As issued: later payments and credits are not shown.
  const asked = { ...invoice, ...shown, ...nothingPaid };
  return drawn({
    invoice: asked,
    creditsNumber: await numberOf(db, invoice.creditsId),
    payment: ways ? howToPay(ways, asked) : [],
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
