import type { PaymentMethod, RefundPurpose } from "#app/server/database/enums.ts";
import type { payments } from "#app/server/database/tables.server.ts";
import { type Invoice, restOf } from "./model.ts";

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
