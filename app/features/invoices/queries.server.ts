import { and, eq, isNotNull, type SQL } from "drizzle-orm";
import type { Administrator } from "#app/features/auth/model.ts";
import type { Db } from "#app/server/database/db.server.ts";
import { payments, salesInvoices } from "#app/server/database/tables.server.ts";
import { findAccounts } from "./accounts.server.ts";
import type { Invoice } from "./model.ts";
import type { Payment } from "./payments.ts";

/** Related documents, oldest first. */
export type InvoiceRecord = Invoice & {
  payments: Payment[];
  creditNotes: Invoice[];
  corrects: Invoice | null;
};

export function getInvoice(
  db: Db,
  _administrator: Administrator,
  id: string,
): Promise<InvoiceRecord | null> {
  return findRecord(db, eq(salesInvoices.id, id));
}

/** Never a draft. */
export function getPublicInvoice(db: Db, slug: string): Promise<InvoiceRecord | null> {
  return findRecord(db, and(eq(salesInvoices.slug, slug), isNotNull(salesInvoices.number)));
}

/** Includes drafts, void invoices and credit notes; oldest first. */
export function invoicesOfQuote(db: Db, quoteId: string): Promise<Invoice[]> {
  return findAccounts(db, eq(salesInvoices.quoteId, quoteId));
}

async function findRecord(db: Db, condition: SQL | undefined): Promise<InvoiceRecord | null> {
  const [account] = await findAccounts(db, condition);
  if (!account) return null;
  const { id, creditsId } = account;
  const received = await db
    .select()
    .from(payments)
    .where(eq(payments.salesInvoiceId, id))
    .orderBy(payments.id);
  const creditNotes = await findAccounts(db, eq(salesInvoices.creditsId, id));
  const [corrects] = creditsId ? await findAccounts(db, eq(salesInvoices.id, creditsId)) : [];
  return { ...account, payments: received, creditNotes, corrects: corrects ?? null };
}
