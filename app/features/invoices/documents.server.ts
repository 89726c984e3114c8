import { and, eq, type SQL } from "drizzle-orm";
import type { Administrator } from "#app/features/auth/model.ts";
import type { Db } from "#app/server/database/db.server.ts";
import {
  invoicePdfs,
  salesInvoices,
  type ShownDetails,
} from "#app/server/database/tables.server.ts";
import { content } from "#app/content/content.ts";
import { makePdf, type PdfWriter } from "#app/server/pdf/pdf.server.ts";
import { dividerLine } from "#app/ui/line-paths.ts";
import { longDay, longInstant } from "#app/values/calendar.ts";
import { formatMoney } from "#app/values/money.ts";
import { cleanText, oneLine } from "#app/values/text.ts";
import { getBusinessDetails } from "#app/features/business/queries.server.ts";
import {
  pdfFileName,
  buyerText,
  documentLines,
  documentName,
  sellerOf,
  shownDetails,
  howToPay,
  type PaymentFact,
} from "./document-texts.ts";
import { type Invoice, nothingPaid, isTaxInvoice } from "./model.ts";

type InvoicePdf = { fileName: string; content: Uint8Array<ArrayBuffer> };

/** Null for a draft. All get the same stored bytes; void documents are drawn anew. `asOf`: what an email showed. */
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
  const bytes = await draw(db, invoice, shows, drawn);
  // Another process may have stored it meanwhile: everyone uses the first one stored.
  await db
    .insert(invoicePdfs)
    .values({ salesInvoiceId: id, shows, content: bytes })
    .onConflictDoNothing();
  return { fileName, content: (await storedPdf(db, version))! };
}

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
  const bytes = await storedPdf(
    db,
    and(eq(invoicePdfs.salesInvoiceId, id), eq(invoicePdfs.id, pdfId)),
  );
  return bytes ? { fileName: pdfFileName((await numberOf(db, id)) ?? ""), content: bytes } : null;
}

async function storedPdf(db: Db, condition: SQL | undefined) {
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

/** `creditsNumber`: the invoice that a credit note corrects. */
type InvoiceDocument = {
  invoice: Invoice;
  creditsNumber: string | null;
  payment: readonly PaymentFact[];
};

/**
 * With GST it has the contents of a tax invoice (GST Act 1999, s 29-70) or an adjustment note (s
 * 29-75 and the Adjustment Note Information Requirements Determination 2022: also the reason and
 * the change of GST). Without GST it must name neither.
 */
function drawInvoice(document: InvoiceDocument, make = makePdf): Promise<Uint8Array<ArrayBuffer>> {
  const { invoice, payment } = document;
  const name = documentName(invoice);
  const title = `${name} ${invoice.number}`;
  const createdAt = invoice.issuedAt ?? invoice.createdAt;
  return makeBusinessPdf(invoice, { title, createdAt }, make, (pdf) => {
    pdf.eyebrow(oneLine(cleanText(invoice.title)) || name);
    pdf.gap(4);
    pdf.title(title);
    if (invoice.voidedAt) addVoidNotice(pdf, invoice);
    pdf.gap();
    addParties(pdf, document);
    addAmounts(pdf, invoice);
    if (payment.length > 0) addPayment(pdf, payment);
    if (invoice.note && invoice.kind !== "credit-note") {
      pdf.gap(6);
      pdf.text(cleanText(invoice.note), "soft");
    }
  });
}

/** `createdAt`: fixed, so that every drawing has the same bytes. */
export function makeBusinessPdf(
  from: Pick<Invoice, "seller">,
  about: { title: string; createdAt: Date },
  make: typeof makePdf,
  drawBody: (pdf: PdfWriter) => void,
): Promise<Uint8Array<ArrayBuffer>> {
  const { name, abn } = sellerOf(from);
  const footer = [name, abn && `ABN ${abn}`, content().site.email].filter(Boolean).join(" · ");
  return make({ ...about, author: name, footer }, (pdf) => {
    pdf.letterhead(name, dividerLine.d);
    drawBody(pdf);
  });
}

/** The reason is only for the owner's records. */
function addVoidNotice(pdf: PdfWriter, { voidedAt }: Invoice): void {
  pdf.gap(6);
  pdf.heading("Cancelled: there's nothing to pay");
  pdf.text(`Cancelled on ${longInstant(voidedAt!)}.`);
}

function addParties(pdf: PdfWriter, { invoice, creditsNumber }: InvoiceDocument): void {
  const { name, legalName, abn, address } = sellerOf(invoice);
  const seller = [name, legalName !== name && legalName, address, abn && `ABN ${abn}`];
  const buyer = [buyerText(invoice), cleanText(invoice.buyerEmail)];
  pdf.columns([
    { facts: given([["From", seller.filter(Boolean).join("\n")]]) },
    { facts: given([["To", buyer.filter(Boolean).join("\n")]]) },
  ]);
  const isCredit = invoice.kind === "credit-note";
  const issued = given([["Issued", invoice.issuedOn && longDay(invoice.issuedOn)]]);
  const due = given([["Due", invoice.dueOn && longDay(invoice.dueOn)]]);
  const corrected = given([["Corrects invoice", creditsNumber]]);
  pdf.columns([{ facts: issued }, { facts: isCredit ? corrected : due }]);
  const order = given([["Your order number", cleanText(invoice.purchaseOrder)]]);
  if (order.length > 0) pdf.columns([{ facts: order }]);
  const reason = given([["Reason", isCredit ? cleanText(invoice.note) : null]]);
  if (reason.length > 0) pdf.columns([{ facts: reason }]);
}

const given = (facts: readonly [label: string, value: string | null][]) =>
  facts.filter((fact): fact is [string, string] => Boolean(fact[1]));

function addAmounts(pdf: PdfWriter, invoice: Invoice): void {
  const isCredit = invoice.kind === "credit-note";
  pdf.gap();
  pdf.rule();
  for (const { text, amount } of documentLines(invoice)) pdf.amount(text, formatMoney(amount));
  pdf.rule("strong");
  pdf.amount(isCredit ? "Total credited" : "Total", formatMoney(invoice.total), "large");
  if (isTaxInvoice(invoice)) pdf.amount("Total includes GST", formatMoney(invoice.gst!));
  pdf.rule("strong");
}

function addPayment(pdf: PdfWriter, payment: readonly PaymentFact[]): void {
  const ways = [...new Set(payment.map(({ way }) => way))].filter((way) => way !== null);
  pdf.gap(10);
  pdf.heading("How to pay");
  pdf.gap(3);
  pdf.text("Please use the reference, so I can see the money is from you.", "soft");
  pdf.gap(8);
  const factsOf = (wanted: PaymentFact["way"]) =>
    payment
      // The due day is shown above.
      .filter(({ way, label }) => way === wanted && label !== "Due")
      .map(({ label, value }): [string, string] => [label, value]);
  pdf.columns(factsOf(null).map((fact) => ({ facts: [fact] })));
  pdf.gap(4);
  pdf.columns(
    ways.map((way, index) => ({
      heading: `${index > 0 ? "Or by" : "By"} ${way === "payid" ? "PayID" : "bank transfer"}`,
      facts: factsOf(way),
    })),
  );
}
