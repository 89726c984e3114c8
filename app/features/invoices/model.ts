import type {
  businessDetails,
  salesInvoices,
  InvoiceLine,
} from "#app/server/database/tables.server.ts";
import type { SessionInvoicing } from "#app/server/database/enums.ts";
import type { Day } from "#app/values/calendar.ts";
import type { Cents } from "#app/values/money.ts";
import { firstNameOf } from "#app/values/names.ts";
import { isLate } from "./due.ts";

export type Invoice = typeof salesInvoices.$inferSelect;
export type BusinessDetails = typeof businessDetails.$inferSelect;

export const nothingPaid = { paid: 0, credited: 0, returned: 0, refundedByCard: 0 } as const;

/** `credited`: fully credited, nothing paid. `refunded`: unpaid by a refund not yet explained. */
export const invoiceStateLabels = {
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

export type InvoiceState = keyof typeof invoiceStateLabels;

export const sessionInvoicingLabels: Readonly<Record<SessionInvoicing, string>> = {
  off: "No invoice",
  each: "An invoice each",
  monthly: "One invoice on the first of the month",
};

type Money = Pick<Invoice, "total" | "paid" | "credited"> & Partial<Pick<Invoice, "returned">>;

/** Negative when overpaid. */
export function restOf({ total, paid, credited }: Money): Cents {
  return total - credited - paid;
}

/** A business has no first name. */
export const greetedAs = ({ buyerName, buyerAbn }: Pick<Invoice, "buyerName" | "buyerAbn">) =>
  buyerAbn ? "there" : firstNameOf(buyerName);

export function billedAs(invoice: Invoice) {
  const { buyerName, buyerEmail, buyerAbn, buyerAddress, purchaseOrder, copyEmail } = invoice;
  return { buyerName, buyerEmail, buyerAbn, buyerAddress, purchaseOrder, copyEmail };
}

/** A refund leaves it unpaid and the owner has not said why. */
export function isRefundOpen(invoice: Money): boolean {
  return (invoice.returned ?? 0) > 0 && restOf(invoice) > 0;
}

/** What the client reads as left: 0 while a refund is unexplained; negative when overpaid. */
export function shownRestOf(invoice: Money): Cents {
  return isRefundOpen(invoice) ? 0 : restOf(invoice);
}

export function askedOf(invoice: Money): Cents {
  return Math.max(0, shownRestOf(invoice));
}

/** Derived, never stored. */
export function invoiceState(
  invoice: Money & Pick<Invoice, "kind" | "number" | "issuedOn" | "dueOn" | "voidedAt">,
  today: Day,
): InvoiceState {
  if (invoice.voidedAt) return "void";
  if (invoice.kind === "credit-note") return "credit-note";
  if (!invoice.number) return "draft";
  if (restOf(invoice) <= 0) return invoice.paid > 0 || invoice.total === 0 ? "paid" : "credited";
  if (isRefundOpen(invoice)) return "refunded";
  if (isLate(invoice, today)) return "overdue";
  return invoice.paid > 0 ? "part-paid" : "open";
}

export function isToPay({ state }: { state: InvoiceState }): boolean {
  return state === "open" || state === "part-paid" || state === "overdue";
}

export function isToSend({ buyerEmail }: Invoice, state: InvoiceState, wasSent: boolean): boolean {
  return isToPay({ state }) && !wasSent && buyerEmail !== "";
}

/** The words `tax invoice` appear only on a document with GST. */
export function isTaxInvoice({ gst }: Pick<Invoice, "gst">): boolean {
  return gst !== null;
}

/** An eleventh, half a cent rounded up. */
export function gstWithin(total: Cents): Cents {
  return Math.floor((2 * total + 11) / 22);
}

/** Both parts together carry exactly the total's GST. */
export function gstOfRest(total: Cents, first: Cents): Cents {
  return gstWithin(total) - gstWithin(first);
}

/** Checks the amounts: other programs may have written the lines. */
export function gstFreeOf(lines: readonly InvoiceLine[]): Cents {
  const free = lines.filter((line) => line?.gstFree && Number.isSafeInteger(line.amount));
  return free.reduce((sum, { amount }) => sum + amount, 0);
}

type Credited = { total: Cents; gst: Cents | null; credited: Cents };

/** Each takes its share after earlier ones, so that together they carry the invoice's exact GST. */
export function gstOfCredit(invoice: Credited, amount: Cents): Cents | null {
  return invoice.gst === null ? null : shareOfCredit(invoice, invoice.gst, amount);
}

export function shareOfCredit(
  { total, credited }: Omit<Credited, "gst">,
  part: Cents,
  amount: Cents,
): Cents {
  const share = (upTo: Cents) => (total === 0 ? 0 : shareOf(part, upTo, total));
  return share(credited + amount) - share(credited);
}

/** `part × amount / total`, half up. In BigInt: the products may exceed safe integers. */
export function shareOf(part: Cents, amount: Cents, total: Cents): Cents {
  return Number((2n * BigInt(part) * BigInt(amount) + BigInt(total)) / (2n * BigInt(total)));
}

export function linesOver(text: string, amount: Cents, free: Cents): InvoiceLine[] {
  if (free === 0) return [{ text, amount }];
  const lines: InvoiceLine[] = [
    { text, amount: amount - free },
    { text, amount: free, gstFree: true },
  ];
  return lines.filter((line) => line.amount !== 0);
}

/** Of the demo's business: nobody is to pay it. */
export const sampleIdentity = {
  abn: "51824753556",
  postalAddress: "12 Sample Street\nToorak VIC 3142",
};
export const sampleAccount = { bsb: "063000", accountNumber: "12345678" };
