import { eq, inArray, sql } from "drizzle-orm";
import type { Administrator } from "#app/features/auth/model.ts";
import type { Db } from "#app/server/database/db.server.ts";
import { salesInvoices } from "#app/server/database/tables.server.ts";
import { melbourneDay } from "#app/values/calendar.ts";
import { findAccounts } from "./accounts.server.ts";
import { getBusinessDetails } from "./business.server.ts";
import type { Cents } from "#app/values/money.ts";
import { toListedInvoice } from "./lists.ts";
import { withSending } from "./lists.server.ts";
import { type InvoicesPanel, overdueOf, panelOf } from "./panel.ts";

type Owner = { quoteId: string } | { bookingId: string } | { email: string };

/** Includes drafts. */
export async function getInvoicesPanel(
  db: Db,
  _by: Administrator,
  of: Owner,
  now = new Date(),
): Promise<InvoicesPanel> {
  const { invoicing } = await getBusinessDetails(db);
  const accounts = await withSending(db, await findAccounts(db, conditionOf(of)));
  return panelOf(accounts, invoicing, melbourneDay(now));
}

/** By booking id; only bookings with something overdue. */
export async function overdueOfBookings(
  db: Db,
  _by: Administrator,
  ids: readonly string[],
  now = new Date(),
): Promise<Record<string, Cents>> {
  const today = melbourneDay(now);
  const accounts = await findAccounts(db, inArray(salesInvoices.amebBookingId, [...ids]));
  const of = (id: string) =>
    accounts
      .filter(({ amebBookingId }) => amebBookingId === id)
      .map((account) => toListedInvoice(account, today));
  const sums = ids.map((id) => [id, overdueOf(of(id))] as const);
  return Object.fromEntries(sums.filter(([, sum]) => sum > 0));
}

function conditionOf(of: Owner) {
  if ("quoteId" in of) return eq(salesInvoices.quoteId, of.quoteId);
  if ("bookingId" in of) return eq(salesInvoices.amebBookingId, of.bookingId);
  return sql`lower("buyer_email") = ${of.email.toLowerCase()}`;
}
