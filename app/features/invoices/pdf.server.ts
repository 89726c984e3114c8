import { content } from "#app/content/content.ts";
import { makePdf, type PdfWriter } from "#app/server/pdf/pdf.server.ts";
import { longDay, longInstant } from "#app/values/calendar.ts";
import { formatMoney } from "#app/values/money.ts";
import { cleanText, oneLine } from "#app/values/text.ts";
import { documentLines, documentName, sellerOf } from "./document-texts.ts";
import type { PaymentFact } from "./how-to-pay.ts";
import { type Invoice, isTaxInvoice } from "./model.ts";

/** `creditsNumber`: of the invoice that a credit note corrects. */
export type InvoiceDocument = {
  invoice: Invoice;
  creditsNumber: string | null;
  payment: readonly PaymentFact[];
};

/**
 * An issued invoice or credit note on A4. With GST it says what the law asks of a tax invoice (GST
 * Act 1999, s 29-70: what it is, seller and ABN, buyer from $1,000, issue date, lines, GST) and of
 * an adjustment note (s 29-75 and the Adjustment Note Information Requirements Determination 2022:
 * also the reason and the change of GST). Without GST it must name neither.
 */
export function drawInvoice(
  document: InvoiceDocument,
  make = makePdf,
): Promise<Uint8Array<ArrayBuffer>> {
  const { invoice, payment } = document;
  const name = documentName(invoice);
  const seller = sellerOf(invoice);
  const footer = [seller.name, seller.abn && `ABN ${seller.abn}`, content().site.email];
  const head = {
    title: `${name} ${invoice.number}`,
    author: seller.name,
    footer: footer.filter(Boolean).join(" · "),
    // The bytes are the same whoever draws them first.
    createdAt: invoice.issuedAt ?? invoice.createdAt,
  };
  return make(head, (pdf) => {
    pdf.heading(seller.name);
    pdf.rule("strong");
    pdf.gap();
    pdf.eyebrow(oneLine(cleanText(invoice.title)) || name);
    pdf.gap(4);
    pdf.title(`${name} ${invoice.number}`);
    if (invoice.voidedAt) addVoidNotice(pdf, invoice);
    pdf.gap();
    addParties(pdf, document);
    addAmounts(pdf, invoice);
    if (payment.length > 0) addPayment(pdf, payment);
    if (invoice.note && invoice.kind !== "credit-note") {
      pdf.gap(6);
      pdf.text(cleanText(invoice.note));
    }
  });
}

/** Why it is void is for the owner's records. */
function addVoidNotice(pdf: PdfWriter, { voidedAt }: Invoice): void {
  pdf.gap(6);
  pdf.heading("Cancelled: there's nothing to pay");
  pdf.text(`Cancelled on ${longInstant(voidedAt!)}.`);
}

function addParties(pdf: PdfWriter, { invoice, creditsNumber }: InvoiceDocument): void {
  const { name, legalName, abn, address } = sellerOf(invoice);
  const facts: [label: string, value: string | null][] = [
    ["Number", invoice.number],
    ["Issued", invoice.issuedOn && longDay(invoice.issuedOn)],
    ["Due", invoice.dueOn && longDay(invoice.dueOn)],
    ["Corrects invoice", creditsNumber],
    ["Reason", invoice.kind === "credit-note" ? cleanText(invoice.note) : null],
    ["From", [name, legalName !== name && legalName, address].filter(Boolean).join("\n")],
    ["ABN", abn],
    ["To", [invoice.buyerName, invoice.buyerEmail].map(cleanText).filter(Boolean).join("\n")],
  ];
  for (const [label, value] of facts) if (value) pdf.fact(label, value);
}

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
  pdf.gap(6);
  pdf.heading("How to pay");
  pdf.gap(3);
  pdf.text("Please use the reference, so I can see the money is from you.", "soft");
  pdf.gap(6);
  // The day stands above.
  for (const { label, value, way } of payment)
    if (way === null && label !== "Due") pdf.fact(label, value);
  ways.forEach((ofWay, index) => {
    pdf.gap(6);
    pdf.text(`${index > 0 ? "Or by" : "By"} ${ofWay === "payid" ? "PayID" : "bank transfer"}`);
    pdf.gap(2);
    for (const { label, value, way } of payment) if (way === ofWay) pdf.fact(label, value);
  });
}
