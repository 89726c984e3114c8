import { and, eq, inArray, ne, or, sql } from "drizzle-orm";
import type { PgColumn } from "drizzle-orm/pg-core";
import type { Administrator } from "#app/features/auth/model.ts";
import type { Db } from "#app/server/database/db.server.ts";
import { withTravel } from "#app/values/travel.ts";
import { content } from "#app/content/content.ts";
import { ComposedEmail } from "#app/features/email/compose.server.tsx";
import { expireEmailsTo, queueEmails, ownerEmail } from "#app/features/email/outbox.server.ts";
import { findObstacle } from "#app/features/services/queries.server.ts";
import { type Obstacle, withoutService } from "#app/features/services/slots.ts";
import type { Service } from "#app/features/services/model.ts";
import { timesInZones } from "#app/features/services/times.ts";
import { emails } from "#app/server/database/tables.server.ts";
import { announceChange, type ChangeInfo } from "#app/features/diary/announce.server.tsx";
import {
  asLongAs,
  type EntryRef,
  type EntryResult,
  isSame,
  lockEntry,
  movedTo,
  newToken,
  serviceOf,
  timesFrom,
  tryUpdateEntry,
  updateEntry,
} from "#app/features/diary/entries.server.ts";
import {
  type Actor,
  asOwner,
  type Entry,
  isOpenForChanges,
  isUpcoming,
  minutesOf,
} from "#app/features/diary/model.ts";
import { findRoom, type Over, type Overlapping } from "#app/features/diary/overlaps.server.ts";
import { zoneOf, appointmentEmail, appointmentFields } from "#app/features/diary/emails.server.tsx";
import { clientInvitation } from "#app/features/diary/calendar.server.ts";
import { packageSentence, readdressCredit } from "#app/features/diary/credits.server.ts";
import { mayMoveTo } from "./strangers.server.ts";

/** `reason` and `delay` (of the emails, in seconds): the owner's. */
type Moving = EntryRef & {
  start: Date;
  version?: number;
  over?: Over;
  reason?: string;
  delay?: number;
};

/** `closed`: too late for the client to change it online. `by-owner`: only the owner can. */
export type MoveResult =
  | EntryResult<"not-found" | "changed" | "closed" | "by-owner" | "too-many" | Obstacle>
  | Overlapping;

/** A refusal keeps the old time. If the owner confirms bookings, a client's move asks again. */
export function moveAppointment(
  db: Db,
  actor: Actor,
  moving: Moving,
  now = new Date(),
): Promise<MoveResult> {
  return db.transaction(async (tx) => {
    const entry = await lockEntry(tx, moving, now);
    if (!entry || (actor.party === "client" && entry.spamReason))
      return { ok: false, reason: "not-found" };
    const isThere = entry.startsAt.getTime() === moving.start.getTime();
    if (isUpcoming(entry) && isThere) return { ok: true, entry, repeated: true };
    const isStale = moving.version !== undefined && moving.version !== entry.version;
    if (!isUpcoming(entry) || isStale) return { ok: false, reason: "changed" };
    return actor.party === "client"
      ? moveForClient(tx, actor, entry, moving, now)
      : moveForOwner(tx, actor, entry, moving, now);
  });
}

async function moveForClient(
  tx: Db,
  actor: Actor,
  entry: Entry,
  moving: Moving,
  now: Date,
): Promise<MoveResult> {
  const { start } = moving;
  if (!isOpenForChanges(entry, now)) return { ok: false, reason: "closed" };
  const service = await serviceOf(tx, entry);
  if (!service || entry.kind !== "appointment") return { ok: false, reason: "by-owner" };
  const asBooked = asLongAs(entry, service);
  const obstacle = await findObstacle(tx, asBooked, start, now, { except: entry.id });
  if (obstacle) return { ok: false, reason: obstacle };
  const token = "token" in moving ? moving.token : null;
  if (!(await mayMoveTo(tx, entry, { service: asBooked, start, token })))
    return { ok: false, reason: "too-many" };
  const asksAgain = service.onRequest ? ({ state: "requested" } as const) : {};
  const change = { ...timesFrom(start, asBooked), firm: true, warnedAt: null, ...asksAgain };
  return move(tx, { actor, before: entry }, change, now);
}

async function moveForOwner(
  tx: Db,
  actor: Actor,
  entry: Entry,
  { start, over, reason, delay }: Moving,
  now: Date,
): Promise<MoveResult> {
  if (entry.quoteId || entry.amebBookingId) return { ok: false, reason: "changed" };
  const times = movedTo(start, entry);
  const room = await findRoom(tx, times, { over, except: entry.id }, now);
  if (!room.ok) return { ok: false, reason: "overlaps", overlaps: room.overlaps };
  const told = { actor, before: entry, ...(reason && { reason }), ...(delay && { delay }) };
  return move(tx, told, { ...times, firm: room.firm }, now);
}

async function move(
  tx: Db,
  told: ChangeInfo & { before: Entry },
  times: Partial<Entry>,
  now: Date,
): Promise<MoveResult> {
  const { actor, before } = told;
  const why = { action: "moved", actor, ...(told.reason && { reason: told.reason }) };
  const entry = await tryUpdateEntry(tx, before, times, why, now);
  if (!entry) return { ok: false, reason: "taken" };
  const change = entry.state === "requested" && actor.party === "client" ? "requested" : "moved";
  if (entry.kind === "appointment") await announceChange(tx, change, entry, told, now);
  return { ok: true, entry };
}

/** `forClient`: the owner writes down what the client has said. `delay`: of the emails, in seconds. */
type Cancelling = EntryRef & {
  reason?: string;
  version?: number;
  forClient?: boolean;
  delay?: number;
};

export type CancelResult = EntryResult<"not-found" | "changed" | "closed">;

/** Cancels what still stands; its time is free at once. A second time changes nothing. */
export function cancelAppointment(
  db: Db,
  actor: Actor,
  cancelling: Cancelling,
  now = new Date(),
): Promise<CancelResult> {
  return db.transaction(async (tx) => {
    const entry = await lockEntry(tx, cancelling, now);
    if (!entry || (actor.party === "client" && entry.spamReason))
      return { ok: false, reason: "not-found" };
    if (entry.state === "cancelled" && !entry.declined) return { ok: true, entry, repeated: true };
    const isStale = cancelling.version !== undefined && cancelling.version !== entry.version;
    const isElsewhere = entry.quoteId !== null || entry.amebBookingId !== null;
    if (!isUpcoming(entry) || isStale || isElsewhere) return { ok: false, reason: "changed" };
    if (actor.party === "client" && !isOpenForChanges(entry, now))
      return { ok: false, reason: "closed" };
    const { reason, delay } = cancelling;
    const told = { actor, before: entry, ...(reason && { reason }), ...(delay && { delay }) };
    const cancelled = await setCancelled(tx, actor, entry, cancelling, now);
    if (entry.kind === "appointment") await announceChange(tx, "cancelled", cancelled, told, now);
    return { ok: true, entry: cancelled };
  });
}

/** Of an entry that still stands and is locked; tells nobody. */
export function setCancelled(
  tx: Db,
  actor: Actor,
  before: Entry,
  { reason, forClient }: Pick<Cancelling, "reason" | "forClient">,
  now: Date,
): Promise<Entry> {
  const byClient = actor.party === "client" || forClient === true;
  const change = {
    state: "cancelled",
    cancelledAt: now,
    cancelledBy: byClient ? "client" : "owner",
    cancelledLate: byClient && !isOpenForChanges(before, now),
  } as const;
  const why = { action: "cancelled", actor, ...(reason && { reason }) };
  return updateEntry(tx, before, change, why, now);
}

export type EntryFields = Partial<
  Pick<
    Entry,
    | "title"
    | "price"
    | "sessionInvoicing"
    | "place"
    | "placeDetails"
    | "clientName"
    | "clientEmail"
    | "phone"
    | "student"
    | "note"
    | "ownerNote"
    | "startsAt"
    | "endsAt"
  >
>;

export type Editing = {
  id: string;
  version: number;
  fields: EntryFields;
  over?: Over;
  /** New minutes of travel each way. */
  travel?: number | undefined;
  tellsClient?: boolean;
};

/** The client's calendar shows or depends on these. */
export const inCalendar = ["title", "place", "placeDetails", "endsAt", "clientEmail"] as const;

/** Refuses an old version, unless nothing differs: the first answer may have been lost. */
export function editEntry(
  db: Db,
  by: Administrator,
  { id, version, fields, over, travel, tellsClient = true }: Editing,
  now = new Date(),
): Promise<EntryResult<"not-found" | "changed"> | Overlapping> {
  return db.transaction(async (tx) => {
    const before = await lockEntry(tx, { id }, now);
    if (!before) return { ok: false, reason: "not-found" };
    const times = timesOf(before, fields, travel, await serviceOf(tx, before));
    if (isSame(before, { ...fields, ...times })) return { ok: true, entry: before };
    // Entries of a quote or an AMEB booking are changed there.
    const isElsewhere = before.quoteId !== null || before.amebBookingId !== null;
    const isOwnNote = Object.keys(fields).every((name) => name === "ownerNote");
    if (before.version !== version || (isElsewhere && !isOwnNote))
      return { ok: false, reason: "changed" };
    const isRetimed = !isSame(before, times);
    const room = isRetimed
      ? await findRoom(tx, times, { over, except: id }, now)
      : { ok: true as const, firm: before.firm };
    if (!room.ok) return { ok: false, reason: "overlaps", overlaps: room.overlaps };
    const isTakenBack = isReaddressed(before, fields.clientEmail);
    if (isTakenBack) await readdressCredit(tx, before, fields, now);
    const link = isTakenBack ? { token: newToken(), pageToken: null } : {};
    const change = { ...fields, ...(isRetimed && times), ...link, firm: room.firm };
    const actor = asOwner(by);
    const entry = await updateEntry(tx, before, change, { action: "edited", actor }, now);
    if (isTakenBack) await takeBack(tx, before, entry, now);
    const isAhead = entry.kind === "appointment" && isUpcoming(entry) && entry.startsAt > now;
    if (isAhead && inCalendar.some((name) => !isSame(before, { [name]: entry[name] })))
      await announceChange(tx, "changed", entry, { actor, before, tellsClient }, now);
    return { ok: true, entry };
  });
}

/** Keeps the buffers, unless new minutes of travel replace them, or the service's as nobody travels any more. */
export function timesOf(
  before: Entry,
  fields: EntryFields,
  travel: number | undefined,
  service: Service | null,
) {
  const { startsAt = before.startsAt, endsAt = before.endsAt, place = before.place } = fields;
  if (travel !== undefined)
    return { startsAt, endsAt, ...withTravel({ startsAt, endsAt }, travel) };
  if (before.place === "client" && place !== "client") {
    const minutes = minutesOf({ startsAt, endsAt });
    const { bufferBefore, bufferAfter } = service ?? withoutService;
    return timesFrom(startsAt, { minutes, bufferBefore, bufferAfter });
  }
  const early = before.startsAt.getTime() - before.busyFrom.getTime();
  const late = before.busyUntil.getTime() - before.endsAt.getTime();
  return {
    startsAt,
    endsAt,
    busyFrom: new Date(startsAt.getTime() - early),
    busyUntil: new Date(endsAt.getTime() + late),
  };
}

const isReaddressed = (before: Entry, clientEmail: string | null | undefined) =>
  before.clientEmail !== null &&
  clientEmail !== undefined &&
  clientEmail?.toLowerCase() !== before.clientEmail.toLowerCase();

/** Emails waiting for the old address expire, and its calendar gets a cancellation. */
async function takeBack(tx: Db, before: Entry, { version }: Entry, now: Date) {
  const recipient = before.clientEmail!;
  const isTheirs = sql`lower(${emails.recipient}) = ${recipient.toLowerCase()}`;
  const isAbout = eq(emails.appointmentId, before.id);
  await expireEmailsTo(tx, recipient, isAbout, now);
  // Emails about a series belong to one of its lessons.
  const isOfSeries = sql`${emails.invitation} ~ ${`UID:series-${before.seriesId}@.*(RRULE:|BEGIN:VEVENT)`}`;
  const isTold = and(or(isAbout, isOfSeries), isTheirs, ne(emails.state, "expired"));
  if ((await tx.$count(emails, isTold)) === 0) return;
  const gone: Entry = { ...before, version, state: "cancelled", token: null };
  const [when = ""] = timesInZones(before.startsAt, before.endsAt, zoneOf(before)).ranges;
  const details = `${before.title}\n${when}`;
  await queueEmails(tx, {
    kind: "appointment-cancelled",
    recipient,
    replyTo: ownerEmail(),
    subject: `No longer at this address: ${before.title}`,
    body: <ComposedEmail body={movedAway(details)} details={details} isOff />,
    appointmentId: before.id,
    invitation: clientInvitation(gone, recipient, now),
  });
}

const movedAway = (details: string) => `Hello,

This appointment was sent to your address by mistake, or its emails go to another one now. You have \
nothing to do: its link has stopped working, and the invitation that comes with this email takes it \
out of your calendar.

${details}

${content().site.person}`;

type Renewing = { id: string; version: number; tellsClient: boolean };

/** The old link and that of the page after booking stop working. */
export function renewLink(
  db: Db,
  by: Administrator,
  { id, version, tellsClient }: Renewing,
  now = new Date(),
): Promise<EntryResult<"not-found" | "changed">> {
  return db.transaction(async (tx) => {
    const before = await lockEntry(tx, { id }, now);
    if (!before) return { ok: false, reason: "not-found" };
    if (before.version !== version || before.token === null)
      return { ok: false, reason: "changed" };
    const link = { token: newToken(), pageToken: null };
    const why = { action: "made a new link", actor: asOwner(by) };
    const entry = await updateEntry(tx, before, link, why, now);
    const { clientEmail } = entry;
    if (clientEmail === null) return { ok: true, entry };
    const isOnItsWay = await writeLink(tx, before.token, entry, now);
    if (tellsClient && !isOnItsWay && isUpcoming(entry) && entry.startsAt > now)
      await emailLink(tx, entry, clientEmail, now);
    return { ok: true, entry };
  });
}

/** Into the emails that wait, which say and do the same otherwise; false if none does. */
async function writeLink(tx: Db, old: string, entry: Entry, now: Date): Promise<boolean> {
  const recipient = entry.clientEmail!;
  const withLink = (column: PgColumn) => sql`replace(${column}, ${old}, ${entry.token})`;
  const invitation = clientInvitation(entry, recipient, now);
  const isOfSeries = sql`${emails.invitation} ~ 'BEGIN:VEVENT.*(RRULE:|BEGIN:VEVENT)'`;
  // Lines of a calendar's file may be folded anywhere.
  const folded = [...old].join("(\\r\\n[ \\t])?");
  const written = await tx
    .update(emails)
    .set({
      html: withLink(emails.html),
      text: withLink(emails.text),
      invitation: sql`case
        when ${isOfSeries} then regexp_replace(${emails.invitation}, ${folded}, ${entry.token}, 'g')
        when ${emails.invitation} is not null then ${invitation} end`,
    })
    .where(
      and(
        eq(emails.appointmentId, entry.id),
        eq(emails.recipient, recipient),
        inArray(emails.state, ["queued", "failed"]),
      ),
    )
    .returning({ state: emails.state });
  return written.some(({ state }) => state === "queued");
}

async function emailLink(tx: Db, entry: Entry, recipient: string, now: Date): Promise<void> {
  const service = await serviceOf(tx, entry);
  const credit = await packageSentence(tx, entry);
  const fields = appointmentFields(entry, service, { now, isUnseen: true, credit });
  const body = [
    `Hi ${fields.first_name},`,
    "Here's a new link for your appointment: the old one doesn't work any more. Nothing else has changed.",
    fields.details,
    fields.how_to_change,
    content().site.person,
  ];
  await queueEmails(tx, {
    kind: "appointment-changed",
    recipient,
    replyTo: ownerEmail(),
    subject: `New link: ${entry.title}`,
    body: appointmentEmail({
      body: body.filter(Boolean).join("\n\n"),
      details: String(fields.details),
      link: String(fields.appointment_link),
      label: "View your appointment",
    }),
    appointmentId: entry.id,
    invitation: clientInvitation(entry, recipient, now),
  });
}
