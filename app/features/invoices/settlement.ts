import type { Cents } from "#app/values/money.ts";
import { type Invoice, restOf } from "./model.ts";

export type Settlement<Account> = {
  voided: Account[];
  credited: { invoice: Account; amount: Cents }[];
  /** Invoices that stay in force, for what was paid. */
  kept: Account[];
  /** What the kept invoices come to. */
  alreadyPaid: Cents;
  /** What was paid beyond that. */
  toRefund: Cents;
};

type Money = Pick<Invoice, "total" | "paid" | "credited"> &
  Partial<Pick<Invoice, "refundedByCard">>;

/**
 * What becomes of the issued invoices, oldest first, of an agreement that no longer holds. Unpaid ones
 * are voided, others, and those to which a card payment may come back, are cut to what was paid. Where
 * that is more than the new agreement's total, the latest are cut further: what is then overpaid is
 * money to refund.
 */
export function settlementOf<Account extends Money>(
  invoices: readonly Account[],
  newTotal: Cents,
): Settlement<Account> {
  const touched = invoices.filter(
    ({ paid, credited, refundedByCard = 0 }) => paid !== 0 || credited !== 0 || refundedByCard > 0,
  );
  const cuts = touched.map((invoice) => ({ invoice, amount: unpaidOf(invoice) }));
  const inForce = ({ invoice, amount }: (typeof cuts)[number]) =>
    invoice.total - invoice.credited - amount;
  const sum = () => cuts.reduce((all, cut) => all + inForce(cut), 0);
  let surplus = sum() - newTotal;
  for (const cut of cuts.toReversed()) {
    const further = Math.max(0, Math.min(surplus, inForce(cut)));
    cut.amount += further;
    surplus -= further;
  }
  return {
    voided: invoices.filter((invoice) => !touched.includes(invoice)),
    credited: cuts.filter(({ amount }) => amount > 0),
    kept: cuts.filter((cut) => inForce(cut) > 0).map(({ invoice }) => invoice),
    alreadyPaid: sum(),
    toRefund: cuts.reduce((all, cut) => all + Math.max(0, cut.invoice.paid - inForce(cut)), 0),
  };
}

/** At most what the invoice still asks for, also where more than it was refunded. */
function unpaidOf(invoice: Money): Cents {
  return Math.max(0, Math.min(restOf(invoice), invoice.total - invoice.credited));
}
