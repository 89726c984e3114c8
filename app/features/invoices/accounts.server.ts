import { eq, getTableColumns, type SQL, sql } from "drizzle-orm";
import type { Db } from "#app/server/database/db.server.ts";
import { salesInvoices } from "#app/server/database/tables.server.ts";
import { check, emailAddress } from "#app/values/rules.ts";
import type { Invoice, InvoiceAccount } from "./model.ts";

// In a select from one table drizzle writes a column without its table, which a subquery would take for its own.

/** What has come in for an invoice, less refunds. */
export const paidColumn = sql<number>`(select coalesce(sum(payment.amount_cents), 0)
  from payments payment where payment.sales_invoice_id = sales_invoices.id)`.mapWith(Number);

/** Whether a row of payments, here `payment`, is a refund that stands and of which nobody has said why. */
export const isUnansweredRefund = sql`(payment.amount_cents < 0 and payment.reverses_id is null
  and not exists (select from payments undo where undo.reverses_id = payment.id)
  and not exists (select from refund_answers answer where answer.payment_id = payment.id))`;

export const returnedColumn = sql<number>`(select coalesce(-sum(payment.amount_cents), 0)
  from payments payment where payment.sales_invoice_id = sales_invoices.id
  and ${isUnansweredRefund})`.mapWith(Number);

const refundedByCardColumn = sql<number>`(select coalesce(-sum(payment.amount_cents), 0)
  from payments payment where payment.sales_invoice_id = sales_invoices.id
  and payment.method = 'card' and payment.amount_cents < 0 and payment.reverses_id is null
  and not exists (select from payments undo where undo.reverses_id = payment.id))`.mapWith(Number);

/** What credit notes have taken off an invoice. */
export const creditedColumn = sql<number>`(select coalesce(sum(credit.total_cents), 0)
  from sales_invoices credit where credit.credits_id = sales_invoices.id
  and credit.voided_at is null)`.mapWith(Number);

/** All columns of an invoice and its money, for `select`. */
export const accountColumns = {
  ...getTableColumns(salesInvoices),
  paid: paidColumn.as("paid"),
  credited: creditedColumn.as("credited"),
  returned: returnedColumn.as("returned"),
  refundedByCard: refundedByCardColumn.as("refunded_by_card"),
};

export function findAccounts(db: Db, condition: SQL | undefined): Promise<InvoiceAccount[]> {
  return db
    .select(accountColumns)
    .from(salesInvoices)
    .where(condition)
    .orderBy(salesInvoices.createdAt, salesInvoices.number);
}

export async function findAccount(db: Db, id: string): Promise<InvoiceAccount | undefined> {
  const [account] = await findAccounts(db, eq(salesInvoices.id, id));
  return account;
}

/** Whether emails reach its client. */
export const isReachable = ({ buyerEmail }: Pick<Invoice, "buyerEmail">): boolean =>
  check(emailAddress(""), buyerEmail).ok;

/** Locks the invoice until the transaction ends: whoever adds money or voids it looks at it alone. */
export async function lockAccount(tx: Db, id: string): Promise<InvoiceAccount | undefined> {
  await tx
    .select({ id: salesInvoices.id })
    .from(salesInvoices)
    .where(eq(salesInvoices.id, id))
    .for("update");
  return findAccount(tx, id);
}
