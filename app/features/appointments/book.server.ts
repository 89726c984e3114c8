import type { SubmissionInfo } from "#app/features/intake/model.ts";
import { recordId } from "#app/features/intake/submission.server.ts";
import { isOffered, priceOf, type Service } from "#app/features/services/model.ts";
import { findObstacle, readPrices } from "#app/features/services/queries.server.ts";
import type { Obstacle } from "#app/features/services/slots.ts";
import { differenceOf, type Terms, termsOf } from "#app/features/services/terms.ts";
import type { Db } from "#app/server/database/db.server.ts";
import type { Cents } from "#app/values/money.ts";
import type { Administrator } from "#app/features/auth/model.ts";
import type { ServicePlace, SessionInvoicing } from "#app/server/database/enums.ts";
import { announceChange, tellOwner } from "#app/features/diary/announce.server.tsx";
import {
  type EntryResult,
  findEntry,
  insertEntry,
  openDiary,
  serviceOf,
  timesFrom,
  newToken,
  recordEntry,
} from "#app/features/diary/entries.server.ts";
import { asClient, type Entry, asOwner } from "#app/features/diary/model.ts";
import { hasTooMany, isOneOfMany, type Standing, standingOf } from "./strangers.server.ts";
import { findRoom, type Over, type Overlapping } from "#app/features/diary/overlaps.server.ts";

export type Booking = {
  service: Service;
  /** Terms the page showed: if they changed, nothing is booked. Null: the form named none. */
  terms?: Terms | null;
  start: Date;
  name: string;
  email: string;
  student?: string | null;
  note?: string | null;
  phone?: string | null;
  /** For a session at the client's place. */
  address?: string | null;
  zone?: string | null;
  /** From the rendered form: the same key sent twice is one booking. */
  key?: string;
  /** Secret part of the emailed link that the visitor used. */
  proof?: string | null;
  /** Identifies the visitor's network, if that is known. */
  network?: string | null;
};

export type BookingResult = EntryResult<Obstacle | "changed" | "too-many">;

/** Reads service and price again in `tx`. The database refuses a double booking. */
export async function bookAppointment(
  tx: Db,
  asked: Booking,
  { spamReason, now }: SubmissionInfo,
): Promise<BookingResult> {
  await openDiary(tx, now);
  const sent = await findBooking(tx, asked);
  if (sent) return { ok: true, entry: sent };
  const service = await serviceOf(tx, { serviceId: asked.service.id });
  const prices = await readPrices(tx);
  if (!service || !isOffered(service, prices)) return { ok: false, reason: "outside" };
  const booking = { ...asked, service, price: priceOf(service, prices) };
  if (asked.terms && differenceOf(asked.terms, termsOf(service, prices)))
    return { ok: false, reason: "changed" };
  const standing = await standingOf(tx, booking);
  const reason = spamReason ? null : await refuseBooking(tx, booking, standing, now);
  if (reason) return { ok: false, reason };
  const isOneTooMany = !spamReason && (await isOneOfMany(tx, booking, standing, now));
  const suspicion = isOneTooMany ? "many" : spamReason;
  const isRequest = booking.service.onRequest || suspicion !== null;
  const entry = await insertEntry(
    tx,
    {
      ...columnsOf(booking),
      pageToken: standing.isProven ? null : newToken(),
      state: isRequest ? "requested" : "booked",
      firm: suspicion === null,
      spamReason: suspicion,
      createdAt: now,
      receivedAt: now,
      updatedAt: now,
    },
    now,
  );
  if (!entry) return { ok: false, reason: "taken" };
  // Suspected spam tells nobody, but the owner hears of many strangers.
  const news = { change: "requested", entry, actor: asClient, tellsClient: false } as const;
  if (isOneTooMany) await tellOwner(tx, news, now);
  if (suspicion) return { ok: true, entry };
  const change = isRequest ? "requested" : "booked";
  await recordEntry(tx, entry, { action: change, actor: asClient }, now);
  await announceChange(tx, change, entry, { actor: asClient }, now);
  return { ok: true, entry };
}

function columnsOf(booking: Booking & { price: Cents | null }) {
  const { service, price, start, name, email, student, note, phone, address, zone } = booking;
  return {
    ...(booking.key && { id: bookingId(booking) }),
    kind: "appointment" as const,
    ...timesFrom(start, service),
    title: service.name,
    serviceId: service.id,
    price,
    changeNotice: service.changeNotice,
    place: service.place,
    placeDetails: (service.place === "client" && address) || service.placeDetails,
    clientName: name,
    clientEmail: email,
    student: student || null,
    note: note || null,
    phone: phone || null,
    zone: zone || null,
    token: newToken(),
  };
}

function bookingId({ key = "", service, start, name, email }: Booking): string {
  return recordId("appointment", key, [service.id, start.toISOString(), name, email]);
}

/** An earlier booking of this form; only its sender knows the key. */
export async function findBooking(db: Db, booking: Booking): Promise<Entry | null> {
  return booking.key ? findEntry(db, { id: bookingId(booking) }) : null;
}

/** A cancelled booking uses up the key: the form sent again is another booking. */
export async function openKey(db: Db, booking: Booking & { key: string }): Promise<string> {
  const sent = await findBooking(db, booking);
  return sent?.state === "cancelled" ? openKey(db, { ...booking, key: sent.id }) : booking.key;
}

async function refuseBooking(tx: Db, booking: Booking, standing: Standing, now: Date) {
  const obstacle = await findObstacle(tx, booking.service, booking.start, now);
  if (obstacle) return obstacle;
  return (await hasTooMany(tx, booking, standing, now)) ? "too-many" : null;
}

type Added = {
  title: string;
  startsAt: Date;
  endsAt: Date;
  ownerNote?: string | null;
  over?: Over;
  /** From the rendered form: the same key sent twice makes one entry. */
  key?: string;
};

/** Made by the owner: at any time, with or without a service. */
export type AddedAppointment = Added & {
  /** Minutes kept free before and after it. */
  bufferBefore: number;
  bufferAfter: number;
  serviceId: string | null;
  price: Cents | null;
  place: ServicePlace;
  placeDetails: string;
  clientName: string;
  /** Null: nobody is told, and there is no link. */
  clientEmail: string | null;
  phone?: string | null;
  student?: string | null;
  note?: string | null;
  zone?: string | null;
  tellsClient: boolean;
  /** Of a series; null: as in the business details. */
  sessionInvoicing?: SessionInvoicing | null;
};

export type AddedBlock = Added & { kind: "block" | "away" };

export type AddResult = { ok: true; entry: Entry; repeated?: true } | Overlapping;

const minute = 60_000;
const minutesAfter = (instant: Date, minutes: number) =>
  new Date(instant.getTime() + minutes * minute);

export function appointmentColumns(added: Omit<AddedAppointment, "tellsClient" | "over" | "key">) {
  const { bufferBefore, bufferAfter, ...columns } = added;
  return {
    ...columns,
    kind: "appointment",
    state: "booked",
    busyFrom: minutesAfter(added.startsAt, -bufferBefore),
    busyUntil: minutesAfter(added.endsAt, bufferAfter),
    token: newToken(),
  } as const;
}

export function addAppointment(
  db: Db,
  by: Administrator,
  added: AddedAppointment,
  now = new Date(),
): Promise<AddResult> {
  const { tellsClient, over, key = "", ...rest } = added;
  const values = appointmentColumns(rest);
  return db.transaction(async (tx) => {
    const service = await serviceOf(tx, added);
    const terms = service && { changeNotice: service.changeNotice };
    const result = await add(tx, by, { ...values, ...terms }, { over, key }, now);
    if (result.ok && !result.repeated) {
      const info = { actor: asOwner(by), tellsClient: tellsClient && added.clientEmail !== null };
      await announceChange(tx, "booked", result.entry, info, now);
    }
    return result;
  });
}

export function addBlock(
  db: Db,
  by: Administrator,
  { over, key = "", ...columns }: AddedBlock,
  now = new Date(),
): Promise<AddResult> {
  const values = {
    ...columns,
    state: "booked",
    busyFrom: columns.startsAt,
    busyUntil: columns.endsAt,
  } as const;
  return db.transaction((tx) => add(tx, by, values, { over, key }, now));
}

type NewEntry = Parameters<typeof insertEntry>[1];

async function add(
  tx: Db,
  by: Administrator,
  values: NewEntry,
  { over, key }: { over: Over | undefined; key: string },
  now: Date,
): Promise<AddResult> {
  await openDiary(tx, now);
  const id =
    key && recordId("diary", key, [values.kind, values.title, values.startsAt, values.endsAt]);
  const sent = id ? await findEntry(tx, { id }) : null;
  if (sent) return { ok: true, entry: sent, repeated: true };
  const room = await findRoom(tx, values, { over }, now);
  if (!room.ok) return { ok: false, reason: "overlaps", overlaps: room.overlaps };
  const entry = await insertAdded(tx, by, { ...values, ...(id && { id }), firm: room.firm }, now);
  return { ok: true, entry };
}

/** Call findRoom before it, in the same transaction. */
export async function insertAdded(tx: Db, by: Administrator, values: NewEntry, now: Date) {
  const stamps = { createdAt: now, receivedAt: now, updatedAt: now };
  const entry = await insertEntry(tx, { ...values, ...stamps }, now);
  // Under the diary lock the constraint sees what findRoom has read.
  if (!entry) throw new Error("The diary was changed beside its lock.");
  await recordEntry(tx, entry, { action: "added", actor: asOwner(by) }, now);
  return entry;
}
