import type { InvoiceState } from "#app/features/invoices/model.ts";
import type { Cents } from "#app/values/money.ts";

/** What payments and the activity log say of who reported them. */
export const cardActor = "Card payments";

/** Stripe refuses less than A$0.50. */
const smallest: Cents = 50;

const payable: readonly InvoiceState[] = ["open", "part-paid", "overdue"];

/** The rest of an invoice that can be paid by card; 0 when nothing can. */
export function payableByCard({ state, rest }: { state: InvoiceState; rest: Cents }): Cents {
  return payable.includes(state) && rest >= smallest ? rest : 0;
}
