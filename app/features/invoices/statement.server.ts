import { and, asc, eq, getTableColumns, isNotNull, isNull, sql } from "drizzle-orm";
import type { Administrator } from "#app/features/auth/model.ts";
import type { Db } from "#app/server/database/db.server.ts";
import { payments, salesInvoices } from "#app/server/database/tables.server.ts";
import { type Day, melbourneDay } from "#app/values/calendar.ts";
import { type AccountStatement, statementOf, usualFrom } from "./statement.ts";

/** Without void documents. */
export async function getStatement(
  db: Db,
  _by: Administrator,
  email: string,
  from: Day | null = null,
  now = new Date(),
): Promise<AccountStatement> {
  const { buyerEmail, number, voidedAt, issuedAt, id } = salesInvoices;
  const isTheirs = and(
    eq(sql`lower(${buyerEmail})`, email.toLowerCase()),
    isNotNull(number),
    isNull(voidedAt),
  );
  const documents = await db
    .select()
    .from(salesInvoices)
    .where(isTheirs)
    .orderBy(asc(issuedAt), asc(id));
  const paid = await db
    .select(getTableColumns(payments))
    .from(payments)
    .innerJoin(salesInvoices, eq(id, payments.salesInvoiceId))
    .where(isTheirs)
    .orderBy(asc(payments.id));
  const until = melbourneDay(now);
  const name = documents.at(-1)?.buyerName ?? "";
  return statementOf({ email, name, from: from ?? usualFrom(until), until }, documents, paid);
}
