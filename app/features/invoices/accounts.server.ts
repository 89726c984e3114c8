import { eq, type SQL, sql } from "drizzle-orm";
import type { Db } from "#app/server/database/db.server.ts";
import { salesInvoices } from "#app/server/database/tables.server.ts";
import { check, emailAddress } from "#app/values/rules.ts";
import type { Invoice } from "./model.ts";

/** For a row of payments with the alias `payment`. */
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

export const isReachable = ({ buyerEmail }: Pick<Invoice, "buyerEmail">): boolean =>
  check(emailAddress(""), buyerEmail).ok;

/** Until the transaction ends: payments and voids of one invoice run one at a time. */
export async function lockAccount(tx: Db, id: string): Promise<Invoice | undefined> {
  await tx
    .select({ id: salesInvoices.id })
    .from(salesInvoices)
    .where(eq(salesInvoices.id, id))
    .for("update");
  return findAccount(tx, id);
}
