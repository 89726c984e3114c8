import { addMonths, type Day, type Month, isInstant, melbourneDay } from "#app/values/calendar.ts";
import type { Cents } from "#app/values/money.ts";
import { type Cell, type CsvColumns, dayCell, toCsv } from "#app/values/csv.ts";
import {
  gstFreeOf,
  shareOf,
  paymentKind,
  paymentMethodLabels,
} from "#app/features/invoices/model.ts";
import type { ReceiptLine, SaleLine, SalesDocument } from "./quarter.server.ts";

/** A quarter of the calendar year in Melbourne, as in its URL: `2026-4`. */
export type Quarter = string;

/** Years 1900 to 2999. */
export function readQuarter(text: string): Quarter | null {
  return /^(?:19|2\d)\d\d-[1-4]$/.test(text) ? text : null;
}

export function quarterOf(day: Day): Quarter {
  return `${day.slice(0, 4)}-${Math.ceil(Number(day.slice(5, 7)) / 3)}`;
}

export function addQuarters(quarter: Quarter, quarters: number): Quarter {
  return quarterOf(`${addMonths(firstMonth(quarter), quarters * 3)}-01`);
}

const firstMonth = (quarter: Quarter): Month =>
  `${quarter.slice(0, 4)}-${String(Number(quarter.slice(5)) * 3 - 2).padStart(2, "0")}`;

export type DaySpan = { from: Day; before: Day };

export function spanOf(quarter: Quarter): DaySpan {
  return { from: `${firstMonth(quarter)}-01`, before: `${firstMonth(addQuarters(quarter, 1))}-01` };
}

export const isWithin = (day: Day, { from, before }: DaySpan) => day >= from && day < before;

export function quarterInWords(quarter: Quarter): string {
  const first = firstMonth(quarter);
  const [start, end] = [first, addMonths(first, 2)].map((month) => monthName.format(noonOf(month)));
  return `${start} to ${end} ${quarter.slice(0, 4)}`;
}

const monthName = new Intl.DateTimeFormat("en-AU", { timeZone: "UTC", month: "long" });
const noonOf = (month: Month) => new Date(`${month}-01T12:00:00Z`);

export type Receipt = { id: number; invoiceId: string; paidOn: Day; amount: Cents; at: Date };

/** `gstFree`: the part of the total without GST although the seller is registered. */
export type Figures = { total: Cents; gst: Cents; gstFree: Cents };

export type Lodged = ReadonlyMap<Quarter, Date>;

/** A lodged quarter keeps its figures: later records count on the day they are made. */
export function countedOn({ paidOn, at }: Pick<Receipt, "paidOn" | "at">, lodged: Lodged): Day {
  const lodgedAt = lodged.get(quarterOf(paidOn));
  return lodgedAt && at > lodgedAt ? melbourneDay(at) : paidOn;
}

/** `void`: issued and voided in the span, counts 0. `cancelled`: issued before, voided in it. */
type Sale = Figures & { document: SalesDocument; standing: "issued" | "void" | "cancelled" };

/** A void after the issue quarter subtracts on its own day: the earlier figures may be lodged. */
export function salesWithin(documents: readonly SalesDocument[], span: DaySpan): Sale[] {
  return documents.flatMap((document) => {
    if (!document.issuedOn) return [];
    const issued = isWithin(document.issuedOn, span);
    const voided = isVoidedWithin(document, span);
    if (!issued && !voided) return [];
    const sign = (document.kind === "credit-note" ? -1 : 1) * (Number(issued) - Number(voided));
    const standing = issued ? (voided ? "void" : "issued") : "cancelled";
    return [{ document, standing, ...timesSign(document, sign) }];
  });
}

const isVoidedWithin = ({ voidedAt }: SalesDocument, span: DaySpan) =>
  voidedAt !== null && isInstant(voidedAt) && isWithin(melbourneDay(voidedAt), span);

const timesSign = (document: SalesDocument, sign: number): Figures => {
  const { total, gst, gstFree } = figuresOf(document);
  return sign === 0
    ? nothing
    : { total: sign * total, gst: sign * gst || 0, gstFree: sign * gstFree || 0 };
};

const nothing: Figures = { total: 0, gst: 0, gstFree: 0 };

const figuresOf = ({ total, gst, lines }: SalesDocument): Figures => ({
  total,
  gst: gst ?? 0,
  gstFree: gst === null ? 0 : gstFreeOf(lines),
});

/** The GST and GST-free parts of a payment; `overpaid` was not owed, so it is no sale yet. */
export type PaymentShare = Omit<Figures, "total"> & { overpaid: Cents };

/**
 * Splits the payments in recording order, so a later record never changes an earlier share. The
 * shares add up to those of the total paid, half a cent rounded up: for a fully paid invoice its
 * own, less credit notes written before. An overpaid amount carries no GST.
 */
export function paymentShares(
  invoice: SalesDocument,
  credits: readonly SalesDocument[],
  receipts: readonly Receipt[],
): Map<number, PaymentShare> {
  const shares = new Map<number, PaymentShare>();
  let [paid, shared] = [0, { gst: 0, gstFree: 0, overpaid: 0 }];
  for (const receipt of receipts.toSorted((one, other) => one.id - other.id)) {
    paid += receipt.amount;
    const owed = owedAt(receipt.at, invoice, credits);
    const gst = partOfPaid(paid, owed.gst, owed.total);
    const gstFree = partOfPaid(paid, owed.gstFree, owed.total);
    const overpaid = Math.max(0, paid - Math.max(0, owed.total));
    shares.set(receipt.id, {
      gst: gst - shared.gst,
      gstFree: gstFree - shared.gstFree,
      overpaid: overpaid - shared.overpaid,
    });
    shared = { gst, gstFree, overpaid };
  }
  return shares;
}

function owedAt(at: Date, invoice: SalesDocument, credits: readonly SalesDocument[]): Figures {
  const inForce = credits.filter(
    ({ issuedAt, voidedAt }) => issuedAt && issuedAt <= at && !(voidedAt && voidedAt <= at),
  );
  return sumOf([figuresOf(invoice), ...inForce.map((credit) => timesSign(credit, -1))]);
}

function partOfPaid(paid: Cents, part: Cents, total: Cents): Cents {
  if (paid <= 0 || part <= 0) return 0;
  if (paid >= total) return part;
  return shareOf(part, paid, total);
}

export function sumOf(parts: readonly Figures[]): Figures {
  return parts.reduce(
    (sum, { total, gst, gstFree }) => ({
      total: sum.total + total,
      gst: sum.gst + gst,
      gstFree: sum.gstFree + gstFree,
    }),
    nothing,
  );
}

type AccountantLine = Figures & {
  document: SalesDocument;
  note: string;
  corrects: string;
  paidOn: string | null;
  methods: readonly (keyof typeof paymentMethodLabels)[];
};

/** Dollars, GST included; what subtracts is negative. */
export const accountantColumns: CsvColumns<AccountantLine> = {
  Number: ({ document }) => ({ text: document.number ?? "" }),
  Note: ({ note }) => note,
  Corrects: ({ corrects }) => ({ text: corrects }),
  Issued: ({ document }) => dayCell(document.issuedOn),
  Buyer: ({ document }) => document.buyerName,
  Total: ({ total }) => total / 100,
  GST: ({ gst }) => gst / 100,
  "GST-Free": ({ gstFree }) => gstFree / 100,
  "Paid On": ({ paidOn }) => dayCell(paidOn),
  Method: ({ methods }) => methods.map((method) => paymentMethodLabels[method]).join(", "),
};

const standingNotes: Record<SaleLine["standing"], string> = {
  issued: "",
  void: "void",
  cancelled: "voided",
};

export const toSaleRow = (sale: SaleLine): AccountantLine => ({
  ...sale,
  note: standingNotes[sale.standing] || (sale.document.kind === "credit-note" ? "credit note" : ""),
  corrects: sale.corrects ?? "",
});

export const toReceiptRow = ({ invoice, method, ...receipt }: ReceiptLine): AccountantLine => ({
  ...receipt,
  document: invoice,
  note: paymentKind({ amount: receipt.total, reversesId: receipt.reversesId }),
  corrects: "",
  methods: [method],
});

type ImportedLine = { sale: SaleLine; text: string; amount: Cents; isFree: boolean };

/** A document without valid lines gets one. A document voided later subtracts. */
export function toImportedLines(sale: SaleLine): ImportedLine[] {
  const { document, total, standing } = sale;
  if (standing === "void") return [];
  const sign = total < 0 ? -1 : 1;
  const known = document.lines.every((line) => line?.text && Number.isSafeInteger(line.amount));
  const sum = known ? document.lines.reduce((all, { amount }) => all + amount, 0) : Number.NaN;
  const lines =
    sum === document.total ? document.lines : [{ text: document.title, amount: document.total }];
  return lines.map(({ text, amount, ...line }) => ({
    sale,
    text,
    amount: sign * amount,
    isFree: document.gst === null || ("gstFree" in line && line.gstFree === true),
  }));
}

const asText = (text: string | null): Cell => ({ text: text ?? "" });
const slashed = (day: string | null) => asText(day && day.split("-").toReversed().join("/"));
const numberOf = ({ document: { number }, standing }: SaleLine) =>
  asText(standing === "cancelled" ? `${number}-VOID` : number);
const dueOf = ({ document, countsOn }: SaleLine) => slashed(document.dueOn ?? countsOn);
const taxOf = ({ isFree, sale }: ImportedLine, words: readonly [string, string, string]) =>
  words[sale.document.gst === null ? 2 : isFree ? 1 : 0];

/** Xero's template for sales invoices, tax inclusive. 200 is its usual account for sales. */
export const xeroColumns: CsvColumns<ImportedLine> = {
  "*ContactName": ({ sale }) => asText(sale.document.buyerName),
  EmailAddress: ({ sale }) => asText(sale.document.buyerEmail),
  "*InvoiceNumber": ({ sale }) => numberOf(sale),
  Reference: ({ sale }) => asText(sale.corrects),
  "*InvoiceDate": ({ sale }) => slashed(sale.countsOn),
  "*DueDate": ({ sale }) => dueOf(sale),
  "*Description": ({ text }) => asText(text),
  "*Quantity": () => 1,
  "*UnitAmount": ({ amount }) => amount / 100,
  "*AccountCode": () => 200,
  "*TaxType": (line) => taxOf(line, ["GST on Income", "GST Free Income", "BAS Excluded"]),
};

const myobColumns: CsvColumns<ImportedLine> = {
  "Co./Last Name": ({ sale }) => asText(sale.document.buyerName),
  "Invoice No.": ({ sale }) => numberOf(sale),
  Date: ({ sale }) => slashed(sale.countsOn),
  Inclusive: () => asText("X"),
  Description: ({ text }) => asText(text),
  "Account No.": () => asText("4-1000"),
  "Inc-Tax Amount": ({ amount }) => amount / 100,
  "Tax Code": (line) => taxOf(line, ["GST", "FRE", "N-T"]),
  "Due Date": ({ sale }) => dueOf(sale),
};

/** MYOB's import of service sales: an empty line after each. 4-1000 is its usual sales account. */
export function myobCsv(sales: readonly SaleLine[]): string {
  const cells = (line: ImportedLine) => Object.values(myobColumns).map((cellOf) => cellOf(line));
  const rows = sales.map(toImportedLines).filter((lines) => lines.length > 0);
  return toCsv(
    Object.keys(myobColumns),
    rows.flatMap((lines) => [...lines.map(cells), []]),
  );
}
