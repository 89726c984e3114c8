import type { LinkedInvoice } from "#app/features/invoices/public-invoice.ts";
import { invoicesForClient } from "#app/features/invoices/public-invoice.server.ts";
import { getDb } from "#app/server/database/db.server.ts";
import { log } from "#app/server/log.server.ts";

/** Empty if they can't be read: the thank-you page never fails because of them. */
export async function quoteInvoices(slug: string): Promise<LinkedInvoice[]> {
  try {
    return await invoicesForClient(getDb(), slug, new Date());
  } catch (error) {
    log.error({ err: error }, "invoices of a quote not loaded");
    return [];
  }
}
