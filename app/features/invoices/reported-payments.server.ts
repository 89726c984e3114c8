import { and, eq, exists, gte, isNotNull, isNull, lte, not, or, type SQL, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import type { Db } from "#app/server/database/db.server.ts";
import { cardMatches, payments } from "#app/server/database/tables.server.ts";
import { addDays } from "#app/values/calendar.ts";
import { lockAccount } from "./accounts.server.ts";
import type { Payment } from "./payments.ts";
import { type NewPayment, recordedAs } from "./payments.server.ts";
import { recordInvoice } from "./record.server.ts";

/* Stripe may report what the owner typed: like amounts within days are one payment. */

/** Days by which a typed day may differ. */
const daysApart = 3;

type Report = Pick<NewPayment, "invoiceId" | "amount" | "paidOn">;

/** Uses a typed entry once, so that booking the report changes nothing. Locks the invoice. */
export async function matchTyped(
  tx: Db,
  report: Report & { externalId: string },
  actor: string,
  now: Date,
): Promise<void> {
  const { externalId, invoiceId } = report;
  const invoice = await lockAccount(tx, invoiceId);
  if (!invoice || (await recordedAs(tx, externalId))) return;
  const typed = await findLike(tx, report, not(isReported(tx)));
  if (!typed) return;
  await tx.insert(cardMatches).values({ externalId, paymentId: typed.id });
  const after = { amount: Math.abs(typed.amount), paidOn: typed.paidOn };
  await recordInvoice(tx, actor, "confirmed what was typed for", invoice, now, { after });
}

/** The payment that the card service already reported for an entry being typed. */
export function findReported(tx: Db, typed: Report): Promise<Payment | undefined> {
  return findLike(tx, typed, isReported(tx));
}

/** Form entries and those of earlier versions are typed; others have the card service's id. */
function isReported(tx: Db): SQL {
  const matches = tx.select().from(cardMatches).where(eq(cardMatches.paymentId, payments.id));
  const isNamed = and(isNotNull(payments.externalId), sql`${payments.externalId} !~ '^form '`);
  return or(isNamed, exists(matches))!;
}

async function findLike(
  tx: Db,
  { invoiceId, amount, paidOn }: Report,
  condition: SQL,
): Promise<Payment | undefined> {
  const reversal = alias(payments, "reversal");
  const reversals = tx.select().from(reversal).where(eq(reversal.reversesId, payments.id));
  const [found] = await tx
    .select()
    .from(payments)
    .where(
      and(
        eq(payments.salesInvoiceId, invoiceId),
        eq(payments.method, "card"),
        eq(payments.amount, amount),
        gte(payments.paidOn, addDays(paidOn, -daysApart)),
        lte(payments.paidOn, addDays(paidOn, daysApart)),
        isNull(payments.reversesId),
        not(exists(reversals)),
        condition,
      ),
    )
    .orderBy(sql`abs(${payments.paidOn} - ${paidOn}::date)`, payments.id)
    .limit(1);
  return found;
}
