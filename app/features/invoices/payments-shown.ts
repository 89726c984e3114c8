import type { payments } from "#app/server/database/tables.server.ts";

type PaymentRow = Pick<
  typeof payments.$inferSelect,
  "id" | "amount" | "paidOn" | "method" | "reversesId"
>;

/** Money as a client sees it: a refund is negative, and a mistake that was reversed is not there. */
export type ShownPayment = Pick<PaymentRow, "paidOn" | "amount" | "method">;

/** Each payment with what its reversals left of it, in order; together as much as all rows. */
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

/** What a reversal, or the reversal of a reversal, began with. Reversals are written after what they undo. */
function originOf(row: PaymentRow, byId: ReadonlyMap<number, PaymentRow>): PaymentRow {
  const before = row.reversesId === null ? undefined : byId.get(row.reversesId);
  return before && before.id < row.id ? originOf(before, byId) : row;
}
