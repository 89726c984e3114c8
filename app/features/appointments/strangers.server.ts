import {
  and,
  eq,
  gt,
  inArray,
  isNotNull,
  isNull,
  notExists,
  notInArray,
  or,
  sql,
  asc,
  ne,
} from "drizzle-orm";
import { unionAll } from "drizzle-orm/pg-core";
import { mailboxOf } from "#app/features/email/throttle.server.tsx";
import { openSpans } from "#app/features/services/hours.ts";
import { takingStates } from "#app/features/services/model.ts";
import { readHours } from "#app/features/services/queries.server.ts";
import { mondayOf } from "#app/features/services/free-week.ts";
import type { Db } from "#app/server/database/db.server.ts";
import { consume, type RateLimit } from "#app/server/database/rate-limit.server.ts";
import {
  amebBookings,
  auditEntries,
  diaryEntries,
  payments,
  quotes,
  emails,
} from "#app/server/database/tables.server.ts";
import { addDays, melbourneDay, startOfDay } from "#app/values/calendar.ts";
import type { Administrator } from "#app/features/auth/model.ts";
import { expireEmails } from "#app/features/email/outbox.server.ts";
import type { Booking } from "./book.server.ts";
import {
  actorName,
  asClient,
  byTheClock,
  type Entry,
  lengthOf,
  asOwner,
} from "#app/features/diary/model.ts";
import { tokenPattern, lockEntry, updateEntry } from "#app/features/diary/entries.server.ts";
import { announceSeries } from "#app/features/diary/announce.server.tsx";

/* Only an emailed link proves an address. Of a week's minutes strangers get a third, typed addresses two thirds. */

/** Appointments ahead per person of a new mailbox. */
const mostAhead = 3;

/** All persons of a mailbox together: a term of weekly lessons. */
const mostOfMailbox = 10;

/** For typed addresses. Above this, bookings become requests: a class can share a network. */
const fromNetwork = {
  new: { burst: 6, interval: 4 * 3_600_000 },
  known: { burst: mostOfMailbox, interval: 4 * 3_600_000 },
} satisfies Record<string, RateLimit>;

/** Minutes: shares of a week are counted of at least this. */
const leastOpen = 540;

/** `isKnown`: a client before. `isProven`: came by a link that only the mailbox got. */
export type Standing = { isKnown: boolean; isProven: boolean };

type Claim = Pick<Booking, "proof" | "email">;

/** The address of the link used, if it is of the mailbox that was typed. */
async function findReader(db: Db, { proof, email }: Claim): Promise<string | null> {
  if (!proof || !tokenPattern.test(proof)) return null;
  const [entry] = await db
    .select({ clientEmail: diaryEntries.clientEmail })
    .from(diaryEntries)
    .where(eq(diaryEntries.token, proof));
  const reader = entry?.clientEmail ?? "";
  return mailboxOf(reader) === mailboxOf(email) ? reader : null;
}

const lowerCase = (text: string) => text.toLowerCase();

export const isProven = async (db: Db, claim: Claim) => (await findReader(db, claim)) !== null;

export async function standingOf(tx: Db, claim: Claim): Promise<Standing> {
  const reader = await findReader(tx, claim);
  const known = await knownAmong(tx, [claim.email, reader ?? claim.email].map(lowerCase));
  return { isKnown: known.size > 0, isProven: reader !== null };
}

/** The owner has not entered, confirmed or changed it. */
const isUntouched = (tx: Db) =>
  notExists(
    tx
      .select({ id: auditEntries.id })
      .from(auditEntries)
      .where(
        and(
          eq(auditEntries.subjectId, diaryEntries.id),
          notInArray(auditEntries.actor, [actorName(asClient), actorName(byTheClock)]),
        ),
      ),
  );

/** In lower case. A session that only the clock marked as done counts unless it is unpaid. */
async function knownAmong(tx: Db, addresses: string[]): Promise<Set<string>> {
  if (addresses.length === 0) return new Set();
  const { clientEmail, state, salesInvoiceId } = diaryEntries;
  const paid = tx.select({ id: payments.salesInvoiceId }).from(payments);
  const ofEntry = sql<string>`lower(${clientEmail})`;
  const ofQuote = sql<string>`lower(${quotes.clientEmail})`;
  const ofExam = sql<string>`lower(${amebBookings.contactEmail})`;
  const found = await unionAll(
    tx
      .select({ address: ofEntry })
      .from(diaryEntries)
      .where(
        and(
          inArray(ofEntry, addresses),
          eq(state, "done"),
          or(isNull(salesInvoiceId), inArray(salesInvoiceId, paid)),
        ),
      ),
    tx
      .select({ address: ofQuote })
      .from(quotes)
      .where(and(inArray(ofQuote, addresses), isNotNull(quotes.acceptedAt))),
    tx
      .select({ address: ofExam })
      .from(amebBookings)
      .where(and(inArray(ofExam, addresses), eq(amebBookings.status, "booked"))),
  );
  return new Set(found.map(({ address }) => address));
}

export async function hasTooMany(
  tx: Db,
  { email, name, student }: Booking,
  standing: Standing,
  now: Date,
): Promise<boolean> {
  if (standing.isKnown && standing.isProven) return false;
  const { clientEmail, clientName, kind, state, spamReason, endsAt } = diaryEntries;
  const ahead = await tx
    .select({ clientEmail, clientName, student: diaryEntries.student })
    .from(diaryEntries)
    .where(
      and(
        isNotNull(clientEmail),
        eq(kind, "appointment"),
        inArray(state, [...takingStates]),
        isNull(spamReason),
        gt(endsAt, now),
      ),
    );
  const mailbox = mailboxOf(email);
  const theirs = ahead.filter((one) => mailboxOf(one.clientEmail!) === mailbox);
  if (theirs.length >= mostOfMailbox) return true;
  const person = (student || name).trim().toLowerCase();
  const ofPerson = theirs.filter(
    (one) => (one.student || one.clientName || "").trim().toLowerCase() === person,
  );
  return !standing.isKnown && !standing.isProven && ofPerson.length >= mostAhead;
}

/** Then the booking counts as suspected spam and waits for the owner. */
export async function isOneOfMany(tx: Db, booking: Booking, standing: Standing, now: Date) {
  if (standing.isKnown && standing.isProven) return false;
  const { network } = booking;
  if (network && !standing.isProven) {
    const who = standing.isKnown ? "known" : "new";
    const count = `bookings of ${who} people from ${network}`;
    if (await consume(tx, count, fromNetwork[who], now)) return true;
  }
  return isWeekTaken(tx, booking, standing);
}

/** Into another week a stranger's own move counts like a booking there. */
export async function mayMoveTo(
  tx: Db,
  entry: Entry,
  { service, start, token }: Pick<Booking, "service" | "start"> & { token: string | null },
): Promise<boolean> {
  const weekOf = (instant: Date) => mondayOf(melbourneDay(instant));
  if (weekOf(start) === weekOf(entry.startsAt)) return true;
  const untouched = await tx.$count(
    diaryEntries,
    and(eq(diaryEntries.id, entry.id), isUntouched(tx)),
  );
  if (untouched === 0 || !entry.clientEmail) return true;
  const isKnown = (await knownAmong(tx, [addressOf(entry)])).size > 0;
  if (isKnown && token === entry.token) return true;
  return !(await isWeekTaken(tx, { service, start }, { isKnown }));
}

async function isWeekTaken(
  tx: Db,
  { service, start }: Pick<Booking, "service" | "start">,
  { isKnown }: Pick<Standing, "isKnown">,
): Promise<boolean> {
  const monday = mondayOf(melbourneDay(start));
  const range = { from: monday, until: addDays(monday, 6) };
  const hours = await readHours(tx, service.id, range);
  const days = Array.from({ length: 7 }, (_, index) => addDays(monday, index));
  const open = days
    .flatMap((day) => openSpans(day, service.id, hours))
    .reduce((sum, { opens, closes }) => sum + closes - opens, 0);
  const { kind, state, spamReason, startsAt, clientEmail } = diaryEntries;
  const taken = await tx
    .select()
    .from(diaryEntries)
    .where(
      and(
        eq(kind, "appointment"),
        inArray(state, [...takingStates]),
        isNull(spamReason),
        isNotNull(clientEmail),
        sql`${startsAt} >= ${startOfDay(monday).toISOString()}`,
        sql`${startsAt} < ${startOfDay(addDays(monday, 7)).toISOString()}`,
        isUntouched(tx),
      ),
    );
  const known = await knownAmong(tx, [...new Set(taken.map(addressOf))]);
  const ofStrangers = taken.filter((one) => !known.has(addressOf(one)));
  const ofTyped = taken.filter((one) => one.pageToken !== null || !known.has(addressOf(one)));
  const isOver = (entries: Entry[], share: number) =>
    entries.reduce((sum, one) => sum + (lengthOf(one) ?? 0), service.minutes) >
    Math.max(open, leastOpen) * share;
  return isOver(ofTyped, 2 / 3) || (!isKnown && isOver(ofStrangers, 1 / 3));
}

const hour = 3_600_000;

/** Booked by a form and untouched by the owner: nothing proves the email address. */
const isUnproven = (db: Db, now: Date) =>
  and(
    isNotNull(diaryEntries.pageToken),
    isNotNull(diaryEntries.clientEmail),
    inArray(diaryEntries.state, ["booked", "requested"]),
    gt(diaryEntries.startsAt, now),
    isUntouched(db),
  );

export type Alike = { ofAddress: Entry[]; ofHour: Entry[] };

/** Unproven bookings of the same mailbox, and of strangers within an hour of it. */
export async function listAlike(
  db: Db,
  _by: Administrator,
  entry: Entry,
  now = new Date(),
): Promise<Alike> {
  if (!entry.pageToken) return { ofAddress: [], ofHour: [] };
  const all = db.select().from(diaryEntries).where(isUnproven(db, now));
  const unproven = await all.orderBy(asc(diaryEntries.startsAt), asc(diaryEntries.id));
  if (!unproven.some(({ id }) => id === entry.id)) return { ofAddress: [], ofHour: [] };
  const known = await knownAmong(db, [...new Set(unproven.map(addressOf))]);
  const distance = ({ createdAt }: Entry) =>
    Math.abs(createdAt.getTime() - entry.createdAt.getTime());
  return {
    ofAddress: unproven.filter((one) => mailboxOf(addressOf(one)) === mailboxOf(addressOf(entry))),
    ofHour: unproven.filter((one) => distance(one) <= hour && !known.has(addressOf(one))),
  };
}

const addressOf = ({ clientEmail }: Entry) => clientEmail!.toLowerCase();

/** Cancels those of `ids` that are still unproven. Only the owner is told, in one email for her calendar. */
export function cancelAlike(
  db: Db,
  by: Administrator,
  { id, ids }: { id: string; ids: string[] },
  now = new Date(),
): Promise<{ ok: true; cancelled: number } | { ok: false; reason: "not-found" | "changed" }> {
  return db.transaction(async (tx) => {
    if (!(await lockEntry(tx, { id }, now))) return { ok: false, reason: "not-found" };
    const found = await tx
      .select()
      .from(diaryEntries)
      .where(and(inArray(diaryEntries.id, ids), isUnproven(tx, now)))
      .orderBy(asc(diaryEntries.startsAt))
      .for("update");
    if (found.length === 0) return { ok: false, reason: "changed" };
    const cancelled: Entry[] = [];
    for (const before of found) cancelled.push(await cancelQuietly(tx, by, before, now));
    const announced = cancelled.filter(({ spamReason }) => spamReason === null);
    const told = { actor: asOwner(by), tellsClient: false };
    await announceSeries(tx, "cancelled", announced, told, now);
    return { ok: true, cancelled: found.length };
  });
}

async function cancelQuietly(tx: Db, by: Administrator, before: Entry, now: Date): Promise<Entry> {
  const change = { state: "cancelled", cancelledAt: now, cancelledBy: "owner" } as const;
  const actor = asOwner(by);
  const action = before.spamReason ? "dismissed" : "cancelled";
  const entry = await updateEntry(tx, before, change, { action, actor }, now);
  const isToThem = and(eq(emails.appointmentId, entry.id), ne(emails.kind, "appointment-notice"));
  await expireEmails(tx, isToThem, "Not sent: the appointment was cancelled.", now);
  return entry;
}
