import type { businessDetails, salesInvoices } from "#app/server/database/tables.server.ts";
import type { Day } from "#app/values/calendar.ts";
import type { Cents } from "#app/values/money.ts";
import { firstNameOf } from "#app/values/names.ts";
import { isLate } from "./due.ts";

export type Invoice = typeof salesInvoices.$inferSelect;
export type BusinessDetails = typeof businessDetails.$inferSelect;

/** Of an invoice as it asks for the first time. */
export const nothingPaid = { paid: 0, credited: 0, returned: 0, refundedByCard: 0 } as const;

/**
 * `credited`: credit notes took everything off and no money is on it. `refunded`: what was sent back
 * leaves it unpaid, and it asks for nothing until the owner has said why.
 */
export type InvoiceState =
  | "draft"
  | "open"
  | "part-paid"
  | "overdue"
  | "paid"
  | "refunded"
  | "credited"
  | "void"
  | "credit-note";

type Money = Pick<Invoice, "total" | "paid" | "credited"> & Partial<Pick<Invoice, "returned">>;

/** What is still to be paid; negative when too much was. */
export function restOf({ total, paid, credited }: Money): Cents {
  return total - credited - paid;
}

/** In an email. A business has no first name. */
export const greetedAs = ({ buyerName, buyerAbn }: Pick<Invoice, "buyerName" | "buyerAbn">) =>
  buyerAbn ? "there" : firstNameOf(buyerName);

/** To whom a document goes, for one that follows it. */
export function billedAs(invoice: Invoice) {
  const { buyerName, buyerEmail, buyerAbn, buyerAddress, purchaseOrder, copyEmail } = invoice;
  return { buyerName, buyerEmail, buyerAbn, buyerAddress, purchaseOrder, copyEmail };
}

/** Whether a refund leaves it unpaid, of which nobody has said why. */
export function isRefundOpen(invoice: Money): boolean {
  return (invoice.returned ?? 0) > 0 && restOf(invoice) > 0;
}

/** What its client reads as left: nothing of money that was just given back; negative when too much was paid. */
export function shownRestOf(invoice: Money): Cents {
  return isRefundOpen(invoice) ? 0 : restOf(invoice);
}

/** What its client is asked for. */
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

/** Whether it is to be sent next: something is left to pay, and the client has not had it. */
export function isToSend({ buyerEmail }: Invoice, state: InvoiceState, wasSent: boolean): boolean {
  const isAsked = state === "open" || state === "part-paid" || state === "overdue";
  return isAsked && !wasSent && buyerEmail !== "";
}

/** Whether the document carries GST; the words `tax invoice` appear only then. */
export function isTaxInvoice({ gst }: Pick<Invoice, "gst">): boolean {
  return gst !== null;
}
