import { and, eq, exists, gte, isNotNull, isNull, lte, not, or, type SQL, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import type { Db } from "#app/server/database/db.server.ts";
import { cardMatches, payments } from "#app/server/database/tables.server.ts";
import { addDays } from "#app/values/calendar.ts";
import { lockAccount } from "./accounts.server.ts";
import type { Payment } from "./payments.ts";
import { type NewPayment, recordedAs } from "./payments.server.ts";
import { recordInvoice } from "./record.server.ts";

/*
 * Money by card is known twice: the card service reports it, and the owner may type what she sees
 * there. Of the same invoice and amount, within days of each other, both are one entry.
 */

/** How many days a typed day may differ. */
const daysApart = 3;

type Report = Pick<NewPayment, "invoiceId" | "amount" | "paidOn">;

/**
 * Takes an entry that the owner typed for what is reported, so that booking this changes nothing. Each
 * entry is taken once; one that was undone never is. Locks the invoice.
 */
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

/** What the card service has reported already of an entry that is being typed. */
export function findReported(tx: Db, typed: Report): Promise<Payment | undefined> {
  return findLike(tx, typed, isReported(tx));
}

/** Entries of a form and of earlier versions are typed; others carry the card service's name. */
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
