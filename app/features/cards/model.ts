import type { InvoiceState } from "#app/features/invoices/model.ts";
import type { Cents } from "#app/values/money.ts";

/** The actor of reported payments, in payments and the activity log. */
export const cardActor = "Card payments";

/** Stripe refuses less than A$0.50. */
const smallest: Cents = 50;

const payable: readonly InvoiceState[] = ["open", "part-paid", "overdue"];

export function payableByCard({ state, rest }: { state: InvoiceState; rest: Cents }): Cents {
  return payable.includes(state) && rest >= smallest ? rest : 0;
}
