import { eq, type SQL, sql } from "drizzle-orm";
import type { Db } from "#app/server/database/db.server.ts";
import { salesInvoices } from "#app/server/database/tables.server.ts";
import { check, emailAddress } from "#app/values/rules.ts";
import type { Invoice } from "./model.ts";

/** Whether a row of payments, here `payment`, is a refund that stands and of which nobody has said why. */
export const isUnansweredRefund = sql`(payment.amount_cents < 0 and payment.reverses_id is null
  and not exists (select from payments undo where undo.reverses_id = payment.id)
  and not exists (select from refund_answers answer where answer.payment_id = payment.id))`;

export function findAccounts(db: Db, condition: SQL | undefined): Promise<Invoice[]> {
  return db
    .select()
    .from(salesInvoices)
    .where(condition)
    .orderBy(salesInvoices.createdAt, salesInvoices.number);
}

export async function findAccount(db: Db, id: string): Promise<Invoice | undefined> {
  const [account] = await findAccounts(db, eq(salesInvoices.id, id));
  return account;
}

/** Whether emails reach its client. */
export const isReachable = ({ buyerEmail }: Pick<Invoice, "buyerEmail">): boolean =>
  check(emailAddress(""), buyerEmail).ok;

/** Locks the invoice until the transaction ends: whoever adds money or voids it looks at it alone. */
export async function lockAccount(tx: Db, id: string): Promise<Invoice | undefined> {
  await tx
    .select({ id: salesInvoices.id })
    .from(salesInvoices)
    .where(eq(salesInvoices.id, id))
    .for("update");
  return findAccount(tx, id);
}
