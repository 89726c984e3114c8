import type { Cents } from "#app/values/money.ts";
import { type Invoice, restOf } from "./model.ts";

export type Settlement<Account> = {
  voided: Account[];
  credited: { invoice: Account; amount: Cents }[];
  /** Invoices that stay in force for the amount paid. */
  kept: Account[];
  /** The sum of the kept invoices. */
  alreadyPaid: Cents;
  /** Paid beyond that sum. */
  toRefund: Cents;
};

type Money = Pick<Invoice, "total" | "paid" | "credited"> &
  Partial<Pick<Invoice, "refundedByCard">>;

/**
 * Ends the issued invoices (oldest first) of an agreement. Unpaid ones are voided; others, and
 * those that a card payment may return to, are cut to the amount paid. If that exceeds the new
 * total, the latest are cut further, and the excess is to be refunded.
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

/** At most the rest, also where more than that was refunded. */
function unpaidOf(invoice: Money): Cents {
  return Math.max(0, Math.min(restOf(invoice), invoice.total - invoice.credited));
}
