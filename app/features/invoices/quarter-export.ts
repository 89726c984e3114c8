import { type Cell, type CsvColumns, dayCell, toCsv } from "#app/values/csv.ts";
import type { Cents } from "#app/values/money.ts";
import type { Figures, SalesDocument } from "./quarter-figures.ts";
import type { ReceiptLine, SaleLine } from "./quarter.server.ts";
import { paymentKind, paymentMethodLabels } from "./payments.ts";

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
