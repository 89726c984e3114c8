import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import type { PublicInvoice } from "#app/features/invoices/public-invoice.ts";
import { InvoiceAmounts } from "./invoice.tsx";

const deposit: PublicInvoice = {
  kind: "deposit",
  heading: "Invoice INV-0012",
  number: "INV-0012",
  title: "Garden party",
  billedTo: "Ada",
  purchaseOrder: "",
  seller: { name: "", legalName: "", address: "", abn: "" },
  issuedOn: null,
  dueOn: null,
  lines: [{ text: "Deposit of 50%", amount: 60_000 }],
  note: "",
  total: 60_000,
  gst: null,
  paid: 0,
  returned: 0,
  rest: 60_000,
  state: "open",
  due: null,
  payments: [],
  credits: [],
  corrects: null,
  others: [],
  quoteSlug: null,
  examPage: null,
};
const shown = (note: string) =>
  renderToStaticMarkup(<InvoiceAmounts invoice={{ ...deposit, note }} />);

test("one sum that was agreed stands without a heading of its own", () => {
  const alone = shown("Agreed in all: A$1,200.00.");
  expect(alone).toContain("Agreed in all");
  expect(alone).toContain("A$1,200.00");
  expect(alone).not.toContain("What we agreed");
});

test("several have one", () => {
  const parts = "Agreed in all: A$1,550.00 (Live piano: A$1,200.00; Extra hour: A$350.00).";
  expect(shown(parts)).toContain("What we agreed");
});
