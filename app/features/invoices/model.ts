import type { salesInvoices, InvoiceLine, payments } from "#app/server/database/tables.server.ts";
import type { PaymentMethod, RefundPurpose } from "#app/server/database/enums.ts";
import { type Day, addDays, daysBetween } from "#app/values/calendar.ts";
import type { Cents } from "#app/values/money.ts";
import { firstNameOf } from "#app/values/names.ts";
import { balanceDueDaysBefore } from "#app/values/terms.ts";

export type Invoice = typeof salesInvoices.$inferSelect;

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

/** Days a bank transfer may take: nothing is due sooner, unless its event is. */
export const transferDays = 2;

/** A deposit and a balance closer than this many days are one invoice. */
const daysApart = 3;

/** Late only once a transfer made on the issue day would have arrived. */
function isLate(
  { dueOn, issuedOn }: { dueOn: Day | null; issuedOn: Day | null },
  today: Day,
): boolean {
  return dueOn !== null && dueOn < today && (!issuedOn || addDays(issuedOn, transferDays) < today);
}

export const dueIn = (today: Day, days: number): Day =>
  addDays(today, Math.max(days, transferDays));

/** A week before the event; later, as soon as a transfer can arrive, but before a future event. */
export function balanceDay(agreedOn: Day, eventDate: Day): Day {
  const daysAhead = daysBetween(agreedOn, eventDate);
  const usual = daysAhead - balanceDueDaysBefore;
  if (usual >= transferDays) return addDays(agreedOn, usual);
  const isPast = daysAhead < 0;
  return addDays(
    agreedOn,
    isPast ? transferDays : Math.min(transferDays, Math.max(daysAhead - 1, 0)),
  );
}

type DueDays =
  | { is: "whole"; due: Day }
  | {
      is: "parts";
      deposit: Day;
      /** Null without an event date: the balance stays a draft. */
      balance: Day | null;
    };

/** One invoice for the whole when the event is too close for two. */
export function dueDaysOf(acceptedOn: Day, eventDate: Day | null, depositDays: number): DueDays {
  const deposit = dueIn(acceptedOn, depositDays);
  if (!eventDate) return { is: "parts", deposit, balance: null };
  const balance = balanceDay(acceptedOn, eventDate);
  return daysBetween(deposit, balance) < daysApart
    ? { is: "whole", due: balance }
    : { is: "parts", deposit, balance };
}

export type Payment = typeof payments.$inferSelect;

export const paymentMethodLabels: Record<PaymentMethod, string> = {
  payid: "PayID",
  "bank-transfer": "Bank transfer",
  card: "Card",
  cash: "Cash",
  other: "Other",
};

export const refundPurposeLabels: Record<RefundPurpose, string> = {
  overpaid: "It was paid too much",
  "called-off": "It's called off, or costs less now",
  again: "It's to be paid again",
};

export function paymentKind({
  amount,
  reversesId,
}: Pick<Payment, "amount" | "reversesId">): string {
  if (reversesId !== null) return amount < 0 ? "Payment undone" : "Refund undone";
  return amount < 0 ? "Refund" : "Payment";
}

export const isReported = ({ externalId }: Pick<Payment, "externalId">) =>
  externalId !== null && !externalId.startsWith("form ");

export type PaymentEffect = "part" | "paid" | "overpaid" | "refund" | "reversal";

export function paymentEffect(
  account: Invoice,
  { amount, reversesId }: Pick<Payment, "amount" | "reversesId">,
): PaymentEffect {
  if (reversesId !== null) return "reversal";
  if (amount < 0) return "refund";
  const rest = restOf(account);
  if (rest > 0) return "part";
  return rest === 0 ? "paid" : "overpaid";
}

type PaymentRow = Pick<
  typeof payments.$inferSelect,
  "id" | "amount" | "paidOn" | "method" | "reversesId"
>;

/** A refund is negative. */
export type ShownPayment = Pick<PaymentRow, "paidOn" | "amount" | "method">;

/** Each payment less its reversals; the sum equals that of all rows. */
export function shownPayments(rows: readonly PaymentRow[]): ShownPayment[] {
  const byId = new Map(rows.map((row) => [row.id, row]));
  const sums = new Map<PaymentRow, number>();
  for (const row of rows) {
    const origin = originOf(row, byId);
    sums.set(origin, (sums.get(origin) ?? 0) + row.amount);
  }
  return Array.from(sums, ([{ paidOn, method }, amount]) => ({ paidOn, method, amount })).filter(
    ({ amount }) => amount !== 0,
  );
}

/** The original entry of a reversal chain. A reversal has a higher id than what it undoes. */
function originOf(row: PaymentRow, byId: ReadonlyMap<number, PaymentRow>): PaymentRow {
  const before = row.reversesId === null ? undefined : byId.get(row.reversesId);
  return before && before.id < row.id ? originOf(before, byId) : row;
}
