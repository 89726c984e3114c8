import type { businessDetails, salesInvoices } from "#app/server/database/tables.server.ts";
import type { Day } from "#app/values/calendar.ts";
import type { Cents } from "#app/values/money.ts";
import { firstNameOf } from "#app/values/names.ts";
import { isLate } from "./due.ts";

export type Invoice = typeof salesInvoices.$inferSelect;
export type BusinessDetails = typeof businessDetails.$inferSelect;

export const nothingPaid = { paid: 0, credited: 0, returned: 0, refundedByCard: 0 } as const;

/** `credited`: fully credited, nothing paid. `refunded`: unpaid by a refund not yet explained. */
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

export function isToSend({ buyerEmail }: Invoice, state: InvoiceState, wasSent: boolean): boolean {
  const isAsked = state === "open" || state === "part-paid" || state === "overdue";
  return isAsked && !wasSent && buyerEmail !== "";
}

/** The words `tax invoice` appear only on a document with GST. */
export function isTaxInvoice({ gst }: Pick<Invoice, "gst">): boolean {
  return gst !== null;
}
