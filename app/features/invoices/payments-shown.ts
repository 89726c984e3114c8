import type { payments } from "#app/server/database/tables.server.ts";

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
