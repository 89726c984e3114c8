import { and, gte, isNull, lte, or, sql } from "drizzle-orm";
import type { Db } from "#app/server/database/db.server.ts";
import { businessDetails, gstRegistrations } from "#app/server/database/tables.server.ts";
import type { Day } from "#app/values/calendar.ts";
import type { BusinessDetails } from "./model.ts";

/** What holds until the owner has entered anything. */
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
  version: 0,
  updatedAt: null,
};

export async function getBusinessDetails(db: Db): Promise<BusinessDetails> {
  const [details] = await db.select().from(businessDetails);
  return details ?? unset;
}

/** Whether invoicing is on, for a statement that reads something else anyway; null without details. */
export const invoicingColumn = sql<
  boolean | null
>`(select ${businessDetails.invoicing} from ${businessDetails})`;

/** Whether the business was registered for GST on this Melbourne day. */
export async function isGstRegistered(db: Db, day: Day): Promise<boolean> {
  const registered = and(
    lte(gstRegistrations.starts, day),
    or(isNull(gstRegistrations.ends), gte(gstRegistrations.ends, day)),
  );
  return (await db.$count(gstRegistrations, registered)) > 0;
}
