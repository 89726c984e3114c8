import { and, gte, isNull, lte, or, sql } from "drizzle-orm";
import type { Db } from "#app/server/database/db.server.ts";
import { businessDetails, gstRegistrations } from "#app/server/database/tables.server.ts";
import type { Day } from "#app/values/calendar.ts";
import { getSettings, type Settings } from "#app/server/env.server.ts";
import type { BusinessDetails } from "./model.ts";

/** Until the owner enters details. */
const unset: BusinessDetails = {
  id: 1,
  legalName: "",
  tradingName: "",
  abn: "",
  postalAddress: "",
  payId: "",
  payIdKind: null,
  payIdName: "",
  bsb: "",
  accountNumber: "",
  depositDays: 7,
  invoicePrefix: "INV-",
  invoicing: false,
  sessionInvoicing: "each",
  sessionsSince: null,
  invoicingSince: null,
  gstBasis: "cash",
  version: 0,
  updatedAt: null,
};

export async function getBusinessDetails(db: Db): Promise<BusinessDetails> {
  const [details] = await db.select().from(businessDetails);
  return details ?? unset;
}

/** For use in another query; null without details. */
export const invoicingColumn = sql<
  boolean | null
>`(select ${businessDetails.invoicing} from ${businessDetails})`;

const registeredOn = (day: Day) =>
  and(
    lte(gstRegistrations.starts, day),
    or(isNull(gstRegistrations.ends), gte(gstRegistrations.ends, day)),
  );

export async function isGstRegistered(db: Db, day: Day): Promise<boolean> {
  return (await db.$count(gstRegistrations, registeredOn(day))) > 0;
}

export async function getSeller(db: Db, day: Day) {
  const isRegistered = sql<boolean>`exists (
    select from ${gstRegistrations} where ${registeredOn(day)})`;
  const [found] = await db.select({ details: businessDetails, isRegistered }).from(businessDetails);
  return found ?? { details: unset, isRegistered: false };
}

export function takesCards(
  { STRIPE_SECRET_KEY }: Pick<Settings, "STRIPE_SECRET_KEY"> = getSettings(),
): boolean {
  return STRIPE_SECRET_KEY !== undefined;
}

export const payLabel = (byCard = takesCards()) =>
  byCard ? "View and pay your invoice" : "View your invoice";
