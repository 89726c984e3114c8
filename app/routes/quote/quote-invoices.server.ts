import type { LinkedInvoice } from "#app/features/invoices/public-invoice.ts";
import { invoicesForClient } from "#app/features/invoices/public-invoice.server.ts";
import { getDb } from "#app/server/database/db.server.ts";
import { log } from "#app/server/log.server.ts";

/** The invoices of an accepted quote. The page that thanks never fails because they cannot be read. */
export async function quoteInvoices(slug: string): Promise<LinkedInvoice[]> {
  try {
    return await invoicesForClient(getDb(), slug, new Date());
  } catch (error) {
    log.error({ err: error }, "invoices of a quote not loaded");
    return [];
  }
}
