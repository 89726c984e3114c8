import { and, eq, isNotNull, sql } from "drizzle-orm";
import type { Administrator } from "#app/features/auth/model.ts";
import type { Db } from "#app/server/database/db.server.ts";
import { salesInvoices, type StoredWaysToPay } from "#app/server/database/tables.server.ts";
import { findAccounts } from "./accounts.server.ts";
import { getBusinessDetails } from "./business.server.ts";
import { askingInvoice } from "./lists.server.ts";
import type { Invoice } from "./model.ts";
import { waysToPayOf } from "./shown-details.ts";

/** The last email of the invoice had other bank details. */
const wasSentWithOthers = (details: StoredWaysToPay) => sql`(
  select attached.shows -> 'ways' from email_attachments attached
  join letters on letters.id = attached.email_id
  where attached.sales_invoice_id = sales_invoices.id and attached.shows is not null
    and letters.state not in ('expired', 'failed')
  order by letters.created_at desc limit 1) <> ${JSON.stringify(waysToPayOf(details))}::jsonb`;

export async function haveWaysChanged(
  db: Db,
  id: string,
  details: StoredWaysToPay,
): Promise<boolean> {
  const changed = and(eq(salesInvoices.id, id), wasSentWithOthers(details));
  return (await db.$count(salesInvoices, changed)) > 0;
}

export async function listSentWithEarlierWays(db: Db, _by: Administrator): Promise<Invoice[]> {
  const changed = wasSentWithOthers(await getBusinessDetails(db));
  return findAccounts(db, and(askingInvoice, isNotNull(salesInvoices.slug), changed));
}
