import type { CreditMoveKind } from "#app/server/database/enums.ts";
import type { InvoiceState } from "#app/features/invoices/model.ts";
import type { Day } from "#app/values/calendar.ts";
import type { Cents } from "#app/values/money.ts";

/** A package of the price list. */
export type PackageOffer = { sessions: number; minutes: number; price: Cents };

export type CreditMove = {
  kind: CreditMoveKind;
  amount: number;
  at: Date;
  /** The session that it is about, where there still is one. */
  entry: { id: string; title: string; startsAt: Date } | null;
};

/** A package of a client, with what became of it. */
export type SoldPackage = {
  id: string;
  name: string;
  expiresOn: Day | null;
  left: number;
  /** How many sessions it ever held. */
  of: number;
  /** How many sessions it gave. */
  used: number;
  singlePrice: Cents;
  invoice: { id: string; number: string | null; state: InvoiceState; total: Cents; paid: Cents };
  moves: CreditMove[];
};

/** Names an offer in a form with its price, so that nobody sells one at another price than was shown. */
export const offerKey = ({ sessions, minutes, price }: PackageOffer) =>
  [sessions, minutes, price].join("/");

/** What to give back to a client who leaves: what was paid, less the sessions used at their single price. */
export function refundOf({ used, singlePrice, invoice }: SoldPackage): Cents {
  return Math.max(0, Math.min(invoice.paid, invoice.total) - used * singlePrice);
}
