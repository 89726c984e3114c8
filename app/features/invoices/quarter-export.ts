import { type CsvColumns, dayCell } from "#app/values/csv.ts";
import type { Figures, SalesDocument } from "./quarter-figures.ts";
import type { ReceiptLine, SaleLine } from "./quarter.server.ts";
import { paymentMethodLabels } from "./payments.ts";

/** A line of the accountant's file. */
type AccountantLine = Figures & {
  document: SalesDocument;
  note: string;
  paidOn: string | null;
  methods: readonly (keyof typeof paymentMethodLabels)[];
};

/** Amounts in dollars, GST included in the total; what subtracts is negative. */
export const accountantColumns: CsvColumns<AccountantLine> = {
  Number: ({ document, note }) => [document.number, note].filter(Boolean).join(", "),
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
  note: standingNotes[sale.standing],
});

export const toReceiptRow = ({ invoice, method, ...receipt }: ReceiptLine): AccountantLine => ({
  ...receipt,
  document: invoice,
  note: "",
  methods: [method],
});
