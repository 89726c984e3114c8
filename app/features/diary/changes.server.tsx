import { and, eq, inArray, ne, sql } from "drizzle-orm";
import type { PgColumn } from "drizzle-orm/pg-core";
import type { Administrator } from "#app/features/auth/model.ts";
import type { Db } from "#app/server/database/db.server.ts";
import { withTravel } from "#app/values/travel.ts";
import { content } from "#app/content/content.ts";
import { ComposedEmail } from "#app/features/email/compose.server.tsx";
import { expireEmails, queueEmails, ownerEmail } from "#app/features/email/outbox.server.ts";
import { timesInZones } from "#app/features/services/times.ts";
import { emails } from "#app/server/database/tables.server.ts";
import { announceChange } from "./announce.server.tsx";
import {
  type EntryResult,
  isSame,
  lockEntry,
  updateEntry,
  newToken,
  serviceOf,
} from "./entries.server.ts";
import { asOwner, type Entry, isUpcoming } from "./model.ts";
import { findRoom, type Over, type Overlapping } from "./overlaps.server.ts";
import { zoneOf, appointmentEmail, appointmentFields } from "./emails.server.tsx";
import { clientInvitation } from "./calendar.server.ts";
import { packageSentence } from "./credits.server.ts";

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
    const times = timesOf(before, fields, travel);
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

/** Keeps the buffers, unless new minutes of travel replace them. */
export function timesOf(before: Entry, fields: EntryFields, travel?: number) {
  const { startsAt = before.startsAt, endsAt = before.endsAt } = fields;
  if (travel !== undefined)
    return { startsAt, endsAt, ...withTravel({ startsAt, endsAt }, travel) };
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
  const isTheirs = and(
    eq(emails.appointmentId, before.id),
    sql`lower(${emails.recipient}) = ${recipient.toLowerCase()}`,
  );
  await expireEmails(tx, isTheirs, "Not sent: the appointment has another address now.", now);
  const told = await tx.$count(emails, and(isTheirs, ne(emails.state, "expired")));
  if (told === 0) return;
  const gone: Entry = { ...before, version, state: "cancelled", token: null };
  const { title, startsAt, endsAt } = before;
  const [when = ""] = timesInZones(startsAt, endsAt, zoneOf(before)).ranges;
  const details = `${title}\n${when}`;
  await queueEmails(tx, {
    kind: "appointment-cancelled",
    recipient,
    replyTo: ownerEmail(),
    subject: `No longer at this address: ${title}`,
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
