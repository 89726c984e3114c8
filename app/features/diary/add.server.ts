import type { Administrator } from "#app/features/auth/model.ts";
import { recordId } from "#app/features/intake/submission.server.ts";
import type { Db } from "#app/server/database/db.server.ts";
import type { ServicePlace } from "#app/server/database/enums.ts";
import type { Cents } from "#app/values/money.ts";
import { announceChange } from "./announce.server.ts";
import { findEntry, insertEntry, openDiary, serviceOf } from "./entries.server.ts";
import { asOwner, type Entry } from "./model.ts";
import { findRoom, type Over, type Overlap } from "./overlaps.server.ts";
import { recordEntry } from "./record.server.ts";
import { newToken } from "./token.server.ts";

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
};

export type AddedBlock = Added & { kind: "block" | "away" };

export type AddResult =
  | { ok: true; entry: Entry; repeated?: true }
  | { ok: false; reason: "overlaps"; overlaps: Overlap[] };

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
  const time = { from: values.busyFrom, until: values.busyUntil };
  const room = await findRoom(tx, time, { over }, now);
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
