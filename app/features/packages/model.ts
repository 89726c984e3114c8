import type { Cents } from "#app/values/money.ts";
import type { listPackages } from "./sales.server.ts";
import * as z from "zod/mini";
import { optionalDay, text } from "#app/values/rules.ts";

export type PackageOffer = { sessions: number; minutes: number; price: Cents };

export type SoldPackage = Awaited<ReturnType<typeof listPackages>>[number];
export type CreditMove = SoldPackage["moves"][number];

/** Includes the price, so that nobody sells at another price than was shown. */
export const offerKey = ({ sessions, minutes, price }: PackageOffer) =>
  [sessions, minutes, price].join("/");

/** What was paid, less the used sessions at their single price. */
export function refundOf({ used, singlePrice, invoice }: SoldPackage): Cents {
  return Math.max(0, Math.min(invoice.paid, invoice.total) - used * singlePrice);
}

/** `paidBy`: empty if it is not paid yet. */
export const saleSchema = z.object({
  offer: text({ min: [1, "Choose a package."] }),
  paidBy: text(),
  expiresOn: optionalDay("Enter a date, or leave it empty."),
});
