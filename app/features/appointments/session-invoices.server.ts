import {
  and,
  eq,
  gt,
  inArray,
  isNull,
  lte,
  not,
  or,
  type SQL,
  sql,
  asc,
  isNotNull,
} from "drizzle-orm";
import type { Administrator, Owner } from "#app/features/auth/model.ts";
import { getBusinessDetails } from "#app/features/business/queries.server.ts";
import { issuingRefusal, type BusinessDetails } from "#app/features/business/model.ts";
import { issueSale } from "#app/features/ledger/sale-invoices.server.ts";
import { type Invoice, invoiceState, restOf } from "#app/features/invoices/model.ts";
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
  longDay,
} from "#app/values/calendar.ts";
import { check, emailAddress } from "#app/values/rules.ts";
import { packageName } from "#app/features/services/model.ts";
import { findAccount } from "#app/features/invoices/queries.server.ts";
import { openDiary, lockEntry } from "#app/features/diary/entries.server.ts";
import {
  type Actor,
  actorName,
  byTheClock,
  type Entry,
  asOwner,
  invoiceTitle,
  sessionLine,
  canBeInvoiced,
  canBePaid,
  minutesOf,
  payableAhead,
} from "#app/features/diary/model.ts";
import {
  creditOfSession,
  otherPackages,
  followCredit,
  openPackage,
  settleWithin,
} from "#app/features/diary/credits.server.ts";
import { listSeries } from "./series.server.ts";

/** In Melbourne: leaves a day to report a no-show or another price. */
const invoicesFrom = "18:00";

const canBeSent = ({ price, clientEmail, startsAt }: Entry) =>
  price !== null &&
  price > 0 &&
  isInstant(startsAt) &&
  check(emailAddress(""), clientEmail ?? "").ok;

/** Done and priced, without an invoice; none while nothing is invoiced. */
function uninvoiced(details: BusinessDetails, isDue: SQL | undefined) {
  const { kind, state, price, salesInvoiceId, creditId, endsAt, sessionInvoicing } = diaryEntries;
  const { invoicing, sessionsSince, invoicingSince } = details;
  const after = (since: Date | null) => (since ? gt(endsAt, since) : undefined);
  return and(
    invoicing ? undefined : sql`false`,
    eq(kind, "appointment"),
    eq(state, "done"),
    gt(price, 0),
    isNull(salesInvoiceId),
    isNull(creditId),
    or(
      and(isNull(sessionInvoicing), after(sessionsSince)),
      and(isNotNull(sessionInvoicing), after(invoicingSince)),
    ),
    isDue,
  );
}

const ways = ["each", "monthly"] as const;
type Way = (typeof ways)[number];

/** A session is due from 18:00 on the next day, or on the first of the next month. */
function dueUntil(way: Way, now: Date): Date {
  const today = melbourneDay(now);
  const day = wallTime(now).slice(11) >= invoicesFrom ? today : addDays(today, -1);
  return startOfDay(way === "monthly" ? `${monthOf(day)}-01` : day);
}

/** As agreed for its series, or else by the business details. */
const isInvoiced = ({ sessionInvoicing }: BusinessDetails, way: Way) =>
  sql`coalesce(${diaryEntries.sessionInvoicing}, ${sessionInvoicing}) = ${way}`;

const isDueBy = (details: BusinessDetails, way: Way, now: Date) =>
  and(isInvoiced(details, way), lte(diaryEntries.endsAt, dueUntil(way, now)));

/** Typed in after its end: the owner is asked first. */
const isTypedAfterwards = gt(diaryEntries.createdAt, diaryEntries.endsAt);

export async function invoiceSessions(db: Db, now = new Date()): Promise<void> {
  await settleCredits(db, now);
  const details = await getBusinessDetails(db);
  if (issuingRefusal(details)) return;
  for (const way of ways) await invoiceDue(db, details, way, now);
}

/** One transaction per invoice: a failure does not hold back the others. */
async function invoiceDue(db: Db, details: BusinessDetails, way: Way, now: Date): Promise<void> {
  const isMonthly = way === "monthly";
  if (isMonthly && (await areUnfinished(db, details, now))) return;
  const which = uninvoiced(details, and(isDueBy(details, way, now), not(isTypedAfterwards)));
  const due = await db.select().from(diaryEntries).where(which).orderBy(diaryEntries.startsAt);
  const keyOf = ({ id, clientEmail, startsAt }: Entry) =>
    isMonthly ? `${monthOf(melbourneDay(startsAt))} ${clientEmail!.toLowerCase()}` : id;
  for (const sessions of Map.groupBy(due.filter(canBeSent), keyOf).values())
    try {
      await db.transaction((tx) => invoiceTogether(tx, sessions, { details, way, which }, now));
    } catch (error) {
      log.error({ err: error, entries: sessions.map(({ id }) => id) }, "sessions not invoiced");
    }
}

async function areUnfinished(db: Db, details: BusinessDetails, now: Date): Promise<boolean> {
  const { kind, state } = diaryEntries;
  const isBooked = and(eq(kind, "appointment"), eq(state, "booked"));
  return (await db.$count(diaryEntries, and(isBooked, isDueBy(details, "monthly", now)))) > 0;
}

type Due = { details: BusinessDetails; way: Way; which: SQL | undefined };

/** Reads again under the lock: the sessions may have been invoiced or changed. */
async function invoiceTogether(
  tx: Db,
  read: readonly Entry[],
  { details, way, which }: Due,
  now: Date,
): Promise<void> {
  await openDiary(tx, now);
  // The settings have changed; the next run goes by the new ones.
  if ((await getBusinessDetails(tx)).version !== details.version) return;
  const ids = read.map(({ id }) => id);
  const all = tx
    .select()
    .from(diaryEntries)
    .where(and(which, inArray(diaryEntries.id, ids)));
  const sessions = await all.orderBy(diaryEntries.startsAt).for("update");
  const sendable = sessions.filter(canBeSent);
  if (sendable.length === 0) return;
  const month = monthOf(melbourneDay(sendable[0]!.startsAt));
  const title = `Sessions in ${longMonth(month)}`;
  const naming = way === "monthly" ? { title } : {};
  await issueForSessions(tx, sendable, { details, actor: byTheClock, ...naming }, now);
}

/** For the scheduled task to invoice before the owner is asked, in milliseconds. */
const patience = 2 * 3_600_000;

async function whereLeft(db: Db, now: Date): Promise<SQL | undefined> {
  const details = await getBusinessDetails(db);
  const since = new Date(now.getTime() - patience);
  const isLeft = ways.map((way) =>
    or(isDueBy(details, way, since), and(isInvoiced(details, way), isTypedAfterwards)),
  );
  return uninvoiced(details, or(...isLeft));
}

export async function listUninvoiced(db: Db, _by: Administrator, now = new Date(), most = 100) {
  return db
    .select()
    .from(diaryEntries)
    .where(await whereLeft(db, now))
    .orderBy(diaryEntries.startsAt, diaryEntries.id)
    .limit(most);
}

export async function countUninvoiced(
  db: Db,
  _by: Administrator,
  now = new Date(),
): Promise<number> {
  return db.$count(diaryEntries, await whereLeft(db, now));
}

/** `paidBy`: it is paid already, and the client gets a receipt. */
type Issuing = {
  details: BusinessDetails;
  actor: Actor;
  title?: string;
  paidBy?: PaymentMethod;
};

/** The caller has locked the diary. */
async function issueForSessions(
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

/**
 * `incomplete`: no name, ABN or way to pay. `not-due`: no session to pay for. `changed`: it is not
 * what the page showed.
 */
type SessionInvoiceResult =
  | { ok: true; invoice: Invoice }
  | { ok: false; reason: "not-found" | "not-due" | "changed" | "off" | "incomplete" };

type SeenSession = { id: string; version: number };

/** Once; again only after that invoice is void. */
export function invoiceSession(
  db: Db,
  by: Owner,
  seen: SeenSession,
  now = new Date(),
): Promise<SessionInvoiceResult> {
  const asked = { ...seen, isDue: canBeInvoiced, isDone: () => true };
  return withSession(db, asked, now, (tx, entry, details) =>
    issueForSessions(tx, [entry], { details, actor: asOwner(by) }, now),
  );
}

/** Makes the invoice as paid if there is none; the client gets the receipt only. */
export function paySession(
  db: Db,
  by: Owner,
  { method, ...seen }: SeenSession & { method: PaymentMethod },
  now = new Date(),
): Promise<SessionInvoiceResult> {
  // Money for an invoice that asks for it is recorded there.
  const isDone = (invoice: Invoice) => restOf(invoice) <= 0;
  return withSession(db, { ...seen, isDue: canBePaid, isDone }, now, (tx, entry, details) =>
    issueForSessions(tx, [entry], { details, actor: asOwner(by), paidBy: method }, now),
  );
}

type Asked = SeenSession & { isDue(entry: Entry): boolean; isDone(invoice: Invoice): boolean };

/** If the session has an invoice that is not void, that is the answer. */
function withSession(
  db: Db,
  { id, version, isDue, isDone }: Asked,
  now: Date,
  issue: (tx: Db, entry: Entry, details: BusinessDetails) => Promise<Invoice>,
): Promise<SessionInvoiceResult> {
  return db.transaction(async (tx) => {
    const entry = await lockEntry(tx, { id }, now);
    if (!entry) return { ok: false, reason: "not-found" };
    const earlier = entry.salesInvoiceId && (await findAccount(tx, entry.salesInvoiceId));
    if (earlier && !earlier.voidedAt)
      return isDone(earlier) ? { ok: true, invoice: earlier } : { ok: false, reason: "changed" };
    if (entry.version !== version) return { ok: false, reason: "changed" };
    if (!isDue(entry)) return { ok: false, reason: "not-due" };
    const details = await getBusinessDetails(tx);
    const refusal = issuingRefusal(details);
    if (refusal) return { ok: false, reason: refusal };
    return { ok: true, invoice: await issue(tx, entry, details) };
  });
}

export async function getSessionMoney(db: Db, _by: Administrator, entry: Entry, now = new Date()) {
  const { salesInvoiceId: id } = entry;
  const account = id ? await findAccount(db, id) : undefined;
  const invoice = account ? { ...account, state: invoiceState(account, melbourneDay(now)) } : null;
  const text = sessionLine(entry).text;
  const invoiced = invoice?.lines.find((line) => line.text === text)?.amount ?? null;
  const isOpen = !invoice || invoice.voidedAt !== null;
  const isPossible = isOpen && canBeInvoiced(entry);
  const reason = issuingRefusal(await getBusinessDetails(db));
  const refusal = isPossible ? reason : null;
  const canPay = isOpen && canBePaid(entry) && (!isPossible || refusal === null);
  const credit = await creditOfSession(db, entry);
  const others = entry.state === "cancelled" ? [] : await otherPackages(db, entry);
  return {
    invoice,
    invoiced,
    canInvoice: isPossible && refusal === null,
    canPay,
    refusal,
    credit,
    others,
    canIssue: reason === null,
  };
}

export function listSessionsOf(db: Db, _by: Administrator, invoiceId: string): Promise<Entry[]> {
  const all = db.select().from(diaryEntries).where(eq(diaryEntries.salesInvoiceId, invoiceId));
  return all.orderBy(asc(diaryEntries.startsAt));
}

/** `count`: number of lessons on the page. */
type SeenLessons = SeenSession & { count: number };

type TermInvoiceResult =
  | { ok: true; invoice: Invoice }
  | { ok: false; reason: "not-found" | "changed" | "off" | "incomplete" };

/** The lessons become a package, so that a timely cancellation leaves one to make up. */
export function invoiceTerm(
  db: Db,
  by: Owner,
  { id, version, count }: SeenLessons,
  now = new Date(),
): Promise<TermInvoiceResult> {
  return db.transaction(async (tx) => {
    const first = await lockEntry(tx, { id }, now);
    if (!first?.seriesId) return { ok: false, reason: "not-found" };
    const lessons = payableAhead(first, await listSeries(tx, first.seriesId), now);
    if (first.version !== version || lessons.length !== count || count === 0)
      return { ok: false, reason: "changed" };
    const details = await getBusinessDetails(tx);
    const refusal = issuingRefusal(details);
    if (refusal) return { ok: false, reason: refusal };
    const [minutes, price] = [minutesOf(first), first.price!];
    const title = `${first.title}, ${packageName(count, minutes)}`;
    const dayOf = ({ startsAt } = first) => longDay(melbourneDay(startsAt));
    const days = `${dayOf(lessons[0])} to ${dayOf(lessons.at(-1))}`;
    const who = first.student || first.clientName;
    const text = [title, who, days].filter(Boolean).join(", ");
    const clientEmail = first.clientEmail!;
    const buyer = { buyerName: first.clientName ?? "", buyerEmail: clientEmail };
    const sale = { ...buyer, title, lines: [{ text, amount: price * count }] };
    const invoice = await issueSale(tx, sale, { details, by: by.email }, now);
    const sold = { salesInvoiceId: invoice.id, clientEmail, minutes, count, singlePrice: price };
    await openPackage(tx, { ...sold, coversUnpaid: true, createdAt: now });
    for (const lesson of lessons) await followCredit(tx, lesson, now);
    return { ok: true, invoice };
  });
}

/** Follows sales, payments, voids, expiries and other programs' rows in packages. Any process may run it. */
export function settleCredits(db: Db, now = new Date()): Promise<void> {
  return db.transaction(async (tx) => {
    await openDiary(tx, now);
    await settleWithin(tx, now);
  });
}
