import { content } from "#app/content/content.ts";
import { makePdf, type PdfWriter } from "#app/server/pdf/pdf.server.ts";
import { dividerLine } from "#app/ui/line-paths.ts";
import { longDay, longInstant } from "#app/values/calendar.ts";
import { formatMoney } from "#app/values/money.ts";
import { cleanText, oneLine } from "#app/values/text.ts";
import { buyerText, documentLines, documentName, sellerOf } from "./document-texts.ts";
import type { PaymentFact } from "./how-to-pay.ts";
import { type Invoice, isTaxInvoice } from "./model.ts";

/** `creditsNumber`: the invoice that a credit note corrects. */
export type InvoiceDocument = {
  invoice: Invoice;
  creditsNumber: string | null;
  payment: readonly PaymentFact[];
};

/**
 * With GST it has the contents of a tax invoice (GST Act 1999, s 29-70) or an adjustment note (s
 * 29-75 and the Adjustment Note Information Requirements Determination 2022: also the reason and
 * the change of GST). Without GST it must name neither.
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
    // Fixed, so that every drawing has the same bytes.
    createdAt: invoice.issuedAt ?? invoice.createdAt,
  };
  return make(head, (pdf) => {
    pdf.letterhead(seller.name, dividerLine.d);
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
      pdf.text(cleanText(invoice.note), "soft");
    }
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
