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

/** In Melbourne: leaves a day to report a no-show or another price. */
const invoicesFrom = "18:00";

const canBeSent = ({ price, clientEmail, startsAt }: Entry) =>
  price !== null &&
  price > 0 &&
  isInstant(startsAt) &&
  check(emailAddress(""), clientEmail ?? "").ok;

/** Done and priced, without an invoice; none while sessions are not invoiced. */
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

/** A session is due from 18:00 on the next day, or on the first of the next month. */
function dueUntil({ sessionInvoicing }: BusinessDetails, now: Date): Date {
  const today = melbourneDay(now);
  const day = wallTime(now).slice(11) >= invoicesFrom ? today : addDays(today, -1);
  return startOfDay(sessionInvoicing === "monthly" ? `${monthOf(day)}-01` : day);
}

/** Typed in after its end: the owner is asked first. */
const isTypedAfterwards = gt(diaryEntries.createdAt, diaryEntries.endsAt);

/** One transaction per invoice: a failure does not hold back the others. */
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

async function areUnfinished(db: Db, until: Date): Promise<boolean> {
  const { kind, state, endsAt } = diaryEntries;
  const isBooked = and(eq(kind, "appointment"), eq(state, "booked"), lte(endsAt, until));
  return (await db.$count(diaryEntries, isBooked)) > 0;
}

/** Reads again under the lock: the sessions may have been invoiced or changed. */
async function invoiceTogether(
  tx: Db,
  read: readonly Entry[],
  { details, isDue }: { details: BusinessDetails; isDue: SQL | undefined },
  now: Date,
): Promise<void> {
  await openDiary(tx, now);
  // The settings have changed; the next run goes by the new ones.
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

/** For the scheduled task to invoice before the owner is asked, in milliseconds. */
const patience = 2 * 3_600_000;

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

/** `paidBy`: it is paid already, and the client gets a receipt. */
type Issuing = {
  details: BusinessDetails;
  actor: Actor;
  title?: string;
  paidBy?: PaymentMethod;
};

/** The caller has locked the diary. */
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

/** Nobody is asked for money early in the morning. */
function secondsToFirstHour(now: Date): number {
  const [hours, minutes] = wallTime(now).slice(11).split(":").map(Number) as [number, number];
  return Math.max(0, (firstHour - hours) * 60 - minutes) * 60;
}
