import type { InvoiceState } from "./model.ts";

export const invoiceStateLabels: Record<InvoiceState, string> = {
  draft: "Draft",
  open: "Open",
  "part-paid": "Part paid",
  overdue: "Overdue",
  paid: "Paid",
  refunded: "Refunded",
  credited: "Credited",
  void: "Void",
  "credit-note": "Credit note",
};
