import { and, eq, gt, inArray, isNull, lte, not, or, type SQL, sql } from "drizzle-orm";
import type { Administrator } from "#app/features/auth/model.ts";
import { getBusinessDetails } from "#app/features/invoices/business.server.ts";
import { issueSale } from "#app/features/invoices/issue-sale.server.ts";
import { type BusinessDetails, type Invoice } from "#app/features/invoices/model.ts";
import { issuingRefusal } from "#app/features/invoices/new-invoice.server.ts";
import { firstHour } from "#app/features/reminders/send.server.ts";
import type { PaymentMethod } from "#app/server/database/enums.ts";
import type { Db } from "#app/server/database/db.server.ts";
import { diaryEntries } from "#app/server/database/tables.server.ts";
import { log } from "#app/server/log.server.ts";
import {
  addDays,
  isInstant,
  longMonth,
  melbourneDay,
  monthOf,
  startOfDay,
  wallTime,
} from "#app/values/calendar.ts";
import { check, emailAddress } from "#app/values/rules.ts";
import { openDiary } from "./entries.server.ts";
import { type Actor, actorName, byTheClock, type Entry } from "./model.ts";
import { settleCredits } from "./settle-credits.server.ts";
import { invoiceTitle, sessionLine } from "./session-lines.ts";

/** In Melbourne: a day is left to say that nobody came, or what it costs after all. */
const invoicesFrom = "18:00";

const canBeSent = ({ price, clientEmail, startsAt }: Entry) =>
  price !== null &&
  price > 0 &&
  isInstant(startsAt) &&
  check(emailAddress(""), clientEmail ?? "").ok;

/** Sessions that are done and paid for by an invoice that there is not; none while sessions are not invoiced. */
function uninvoiced({ invoicing, sessionInvoicing, sessionsSince }: BusinessDetails) {
  const { kind, state, price, salesInvoiceId, creditId, endsAt } = diaryEntries;
  return and(
    invoicing && sessionInvoicing !== "off" ? undefined : sql`false`,
    eq(kind, "appointment"),
    eq(state, "done"),
    gt(price, 0),
    isNull(salesInvoiceId),
    isNull(creditId),
    sessionsSince ? gt(endsAt, sessionsSince) : undefined,
  );
}

/** From six in the evening of the day after it, or of the first of the month after it, a session is due. */
function dueUntil({ sessionInvoicing }: BusinessDetails, now: Date): Date {
  const today = melbourneDay(now);
  const day = wallTime(now).slice(11) >= invoicesFrom ? today : addDays(today, -1);
  return startOfDay(sessionInvoicing === "monthly" ? `${monthOf(day)}-01` : day);
}

/** What the owner has typed in once it was over asks her first. */
const isTypedAfterwards = gt(diaryEntries.createdAt, diaryEntries.endsAt);

/**
 * Invoices what is due, however late: each session, or each client's of a month. In a transaction for
 * each invoice, so that one which fails keeps no other back.
 */
export async function invoiceSessions(db: Db, now = new Date()): Promise<void> {
  await settleCredits(db, now);
  const details = await getBusinessDetails(db);
  if (issuingRefusal(details)) return;
  const until = dueUntil(details, now);
  const isDue = and(uninvoiced(details), lte(diaryEntries.endsAt, until), not(isTypedAfterwards));
  const isMonthly = details.sessionInvoicing === "monthly";
  if (isMonthly && (await areUnfinished(db, until))) return;
  const due = await db.select().from(diaryEntries).where(isDue).orderBy(diaryEntries.startsAt);
  const keyOf = ({ id, clientEmail, startsAt }: Entry) =>
    isMonthly ? `${monthOf(melbourneDay(startsAt))} ${clientEmail!.toLowerCase()}` : id;
  for (const sessions of Map.groupBy(due.filter(canBeSent), keyOf).values())
    try {
      await db.transaction((tx) => invoiceTogether(tx, sessions, { details, isDue }, now));
    } catch (error) {
      log.error({ err: error, entries: sessions.map(({ id }) => id) }, "sessions not invoiced");
    }
}

/** A month is invoiced once all its sessions are done. */
async function areUnfinished(db: Db, until: Date): Promise<boolean> {
  const { kind, state, endsAt } = diaryEntries;
  const isBooked = and(eq(kind, "appointment"), eq(state, "booked"), lte(endsAt, until));
  return (await db.$count(diaryEntries, isBooked)) > 0;
}

/** By what they are under the lock: another process may have invoiced them, or the owner changed them. */
async function invoiceTogether(
  tx: Db,
  read: readonly Entry[],
  { details, isDue }: { details: BusinessDetails; isDue: SQL | undefined },
  now: Date,
): Promise<void> {
  await openDiary(tx, now);
  // Changed since, perhaps to invoice none: the next run goes by what holds then.
  if ((await getBusinessDetails(tx)).version !== details.version) return;
  const ids = read.map(({ id }) => id);
  const sessions = await tx
    .select()
    .from(diaryEntries)
    .where(and(isDue, inArray(diaryEntries.id, ids)))
    .orderBy(diaryEntries.startsAt)
    .for("update");
  const sendable = sessions.filter(canBeSent);
  if (sendable.length === 0) return;
  const month = monthOf(melbourneDay(sendable[0]!.startsAt));
  const title = `Sessions in ${longMonth(month)}`;
  const naming = details.sessionInvoicing === "monthly" ? { title } : {};
  await issueForSessions(tx, sendable, { details, actor: byTheClock, ...naming }, now);
}

/** How long the clock has to invoice what is due before the owner is asked, in milliseconds. */
const patience = 2 * 3_600_000;

/** Sessions that are done, have a price and become no invoice by themselves, oldest first. */
export async function listUninvoiced(db: Db, _by: Administrator, now = new Date()) {
  const details = await getBusinessDetails(db);
  const until = dueUntil(details, new Date(now.getTime() - patience));
  const isLeft = or(lte(diaryEntries.endsAt, until), isTypedAfterwards);
  return db
    .select()
    .from(diaryEntries)
    .where(and(uninvoiced(details), isLeft))
    .orderBy(diaryEntries.startsAt, diaryEntries.id)
    .limit(100);
}

/** `paidBy`: it is paid already, and its client gets a receipt. */
type Issuing = {
  details: BusinessDetails;
  actor: Actor;
  title?: string;
  paidBy?: PaymentMethod;
};

/** Issues one invoice, and emails it, to the client of these sessions. The caller has locked the diary. */
export async function issueForSessions(
  tx: Db,
  sessions: readonly Entry[],
  { actor, title = invoiceTitle(sessions[0]!), ...issuing }: Issuing,
  now: Date,
): Promise<Invoice> {
  const { clientName, clientEmail } = sessions.at(-1)!;
  const lines = sessions.map(sessionLine);
  const sale = { buyerName: clientName ?? "", buyerEmail: clientEmail ?? "", title, lines };
  const delay = actor === byTheClock ? secondsToFirstHour(now) : 0;
  const invoice = await issueSale(tx, sale, { ...issuing, by: actorName(actor), delay }, now);
  const ids = sessions.map(({ id }) => id);
  await tx
    .update(diaryEntries)
    .set({ salesInvoiceId: invoice.id })
    .where(inArray(diaryEntries.id, ids));
  return invoice;
}

/** Nobody is asked for money at six in the morning. */
function secondsToFirstHour(now: Date): number {
  const [hours, minutes] = wallTime(now).slice(11).split(":").map(Number) as [number, number];
  return Math.max(0, (firstHour - hours) * 60 - minutes) * 60;
}
