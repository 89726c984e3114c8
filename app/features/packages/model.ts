import type { CreditMoveKind } from "#app/server/database/enums.ts";
import type { InvoiceState } from "#app/features/invoices/model.ts";
import type { Day } from "#app/values/calendar.ts";
import type { Cents } from "#app/values/money.ts";

export type PackageOffer = { sessions: number; minutes: number; price: Cents };

export type CreditMove = {
  kind: CreditMoveKind;
  amount: number;
  at: Date;
  /** Its session, if there still is one. */
  entry: { id: string; title: string; startsAt: Date } | null;
};

export type SoldPackage = {
  id: string;
  name: string;
  expiresOn: Day | null;
  left: number;
  /** Sessions it ever held. */
  of: number;
  /** Sessions it gave. */
  used: number;
  singlePrice: Cents;
  invoice: { id: string; number: string | null; state: InvoiceState; total: Cents; paid: Cents };
  moves: CreditMove[];
};

/** Includes the price, so that nobody sells at another price than was shown. */
export const offerKey = ({ sessions, minutes, price }: PackageOffer) =>
  [sessions, minutes, price].join("/");

/** What was paid, less the used sessions at their single price. */
export function refundOf({ used, singlePrice, invoice }: SoldPackage): Cents {
  return Math.max(0, Math.min(invoice.paid, invoice.total) - used * singlePrice);
}
