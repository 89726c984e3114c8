import { and, eq, gt, gte, inArray, isNull, lt, sql } from "drizzle-orm";
import { isReachable } from "#app/features/invoices/accounts.server.ts";
import { getBusinessDetails, isGstRegistered } from "#app/features/invoices/business.server.ts";
import { dueIn } from "#app/features/invoices/due.ts";
import { gstWithin } from "#app/features/invoices/gst.ts";
import { issueInvoices } from "#app/features/invoices/issue.server.ts";
import {
  type BusinessDetails,
  type InvoiceAccount,
  newAccount,
} from "#app/features/invoices/model.ts";
import { issuingRefusal } from "#app/features/invoices/new-invoice.server.ts";
import { recordInvoice } from "#app/features/invoices/record.server.ts";
import { queueInvoice } from "#app/features/invoices/send.server.tsx";
import { firstHour } from "#app/features/reminders/send.server.ts";
import type { Db } from "#app/server/database/db.server.ts";
import type { SessionInvoicing } from "#app/server/database/enums.ts";
import { diaryEntries } from "#app/server/database/tables.server.ts";
import { log } from "#app/server/log.server.ts";
import {
  addDays,
  addMonths,
  longMonth,
  melbourneDay,
  monthOf,
  startOfMonth,
  wallTime,
} from "#app/values/calendar.ts";
import { formatMoney } from "#app/values/money.ts";
import { check, emailAddress } from "#app/values/rules.ts";
import { openDiary } from "./entries.server.ts";
import { type Actor, actorName, byTheClock, doneFrom, type Entry } from "./model.ts";
import { invoiceTitle, sessionLine } from "./session-lines.ts";

/** Invoicing is on for sessions in this way, and complete. */
async function detailsFor(tx: Db, way: SessionInvoicing): Promise<BusinessDetails | null> {
  const details = await getBusinessDetails(tx);
  return details.sessionInvoicing === way && !issuingRefusal(details) ? details : null;
}

const canBeSent = ({ price, clientEmail }: Entry) =>
  price !== null && price > 0 && check(emailAddress(""), clientEmail ?? "").ok;

/**
 * Invoices what has just become done, where each session is invoiced. In the transaction that finishes
 * it, so that this happens once and only to what is done from now on. A session that cannot be invoiced
 * is done all the same.
 */
export async function invoiceFinished(tx: Db, entry: Entry, now: Date): Promise<void> {
  if (!canBeSent(entry)) return;
  try {
    // A savepoint: the transaction goes on without what failed.
    await tx.transaction(async (inner) => {
      const details = await detailsFor(inner, "each");
      if (details) await issueForSessions(inner, [entry], { details, actor: byTheClock }, now);
    });
  } catch (error) {
    log.error({ err: error, entry: entry.id }, "session not invoiced");
  }
}

/** How late the invoices of a month may be issued, when nothing ran on the first. */
const daysAfterFirst = 7;

/** From the first of the month on: each client's sessions of the month before in one invoice. */
export async function invoiceLastMonth(db: Db, now = new Date()): Promise<void> {
  const today = melbourneDay(now);
  const first = `${monthOf(today)}-01`;
  // The sessions of its last day are done only then.
  if (wallTime(now) < `${first} ${doneFrom}` || today > addDays(first, daysAfterFirst)) return;
  if (!(await detailsFor(db, "monthly"))) return;
  const month = addMonths(monthOf(today), -1);
  const isOfMonth = and(
    eq(diaryEntries.kind, "appointment"),
    eq(diaryEntries.state, "done"),
    gt(diaryEntries.price, 0),
    isNull(diaryEntries.salesInvoiceId),
    gte(diaryEntries.startsAt, startOfMonth(month)),
    lt(diaryEntries.startsAt, startOfMonth(monthOf(today))),
  );
  const address = sql<string>`lower(${diaryEntries.clientEmail})`;
  const clients = await db.selectDistinct({ address }).from(diaryEntries).where(isOfMonth);
  for (const client of clients)
    await db.transaction(async (tx) => {
      await openDiary(tx, now);
      const sessions = await tx
        .select()
        .from(diaryEntries)
        .where(and(isOfMonth, sql`${address} = ${client.address}`))
        .orderBy(diaryEntries.startsAt)
        .for("update");
      const details = await detailsFor(tx, "monthly");
      const sendable = sessions.filter(canBeSent);
      if (!details || sendable.length === 0) return;
      const title = `Sessions in ${longMonth(month)}`;
      await issueForSessions(tx, sendable, { details, actor: byTheClock, title }, now);
    });
}

type Issuing = { details: BusinessDetails; actor: Actor; title?: string };

/** Issues and emails one invoice to the client of these sessions. The caller has locked the diary. */
export async function issueForSessions(
  tx: Db,
  sessions: readonly Entry[],
  { details, actor, title = invoiceTitle(sessions[0]!) }: Issuing,
  now: Date,
): Promise<InvoiceAccount> {
  const { clientName, clientEmail } = sessions.at(-1)!;
  const today = melbourneDay(now);
  const lines = sessions.map(sessionLine);
  const total = lines.reduce((sum, { amount }) => sum + amount, 0);
  const content = {
    kind: "other" as const,
    buyerName: clientName ?? "",
    buyerEmail: clientEmail ?? "",
    title,
    lines,
    total,
    gst: (await isGstRegistered(tx, today)) ? gstWithin(total) : null,
    dueOn: dueIn(today, details.depositDays),
  };
  const by = actorName(actor);
  const [issued] = await issueInvoices(tx, [content], { details, by }, now);
  const invoice = newAccount(issued!);
  const ids = sessions.map(({ id }) => id);
  await tx
    .update(diaryEntries)
    .set({ salesInvoiceId: invoice.id })
    .where(inArray(diaryEntries.id, ids));
  const after = { total: formatMoney(total), due: invoice.dueOn };
  await recordInvoice(tx, by, "issued", invoice, now, { after });
  const delay = actor === byTheClock ? secondsToFirstHour(now) : 0;
  if (isReachable(invoice)) await queueInvoice(tx, invoice, details, { delay });
  return invoice;
}

/** Nobody is asked for money at six in the morning. */
function secondsToFirstHour(now: Date): number {
  const [hours, minutes] = wallTime(now).slice(11).split(":").map(Number) as [number, number];
  return Math.max(0, (firstHour - hours) * 60 - minutes) * 60;
}
