import type { Administrator } from "#app/features/auth/model.ts";
import type { Db } from "#app/server/database/db.server.ts";
import { announceChange } from "./announce.server.ts";
import { lockEntry, updateEntry } from "./entries.server.ts";
import { asOwner, type Entry, isUpcoming } from "./model.ts";
import { findRoom, type Over, type Overlap } from "./overlaps.server.ts";
import { recordEntry } from "./record.server.ts";
import { isReaddressed, takeBack } from "./take-back.server.tsx";
import { withTravel } from "#app/values/travel.ts";
import { newToken } from "./token.server.ts";

/** A field that is left out stays. */
export type EntryFields = Partial<
  Pick<
    Entry,
    | "title"
    | "price"
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

export type EditResult =
  | { ok: true; entry: Entry }
  | { ok: false; reason: "not-found" }
  | { ok: false; reason: "changed"; entry: Entry }
  | { ok: false; reason: "overlaps"; entry: Entry; overlaps: Overlap[] };

/** The client's calendar shows or depends on these. */
export const inCalendar = ["title", "place", "placeDetails", "endsAt", "clientEmail"] as const;

/** Refuses an old version, unless nothing differs: the first answer may have been lost. */
export function editEntry(
  db: Db,
  by: Administrator,
  { id, version, fields, over, travel, tellsClient = true }: Editing,
  now = new Date(),
): Promise<EditResult> {
  return db.transaction(async (tx) => {
    const before = await lockEntry(tx, { id }, now);
    if (!before) return { ok: false, reason: "not-found" };
    const times = timesOf(before, fields, travel);
    if (isSame(before, { ...fields, ...times })) return { ok: true, entry: before };
    // Entries of a quote or an AMEB booking are changed there.
    const isElsewhere = before.quoteId !== null || before.amebBookingId !== null;
    const isOwnNote = Object.keys(fields).every((name) => name === "ownerNote");
    if (before.version !== version || (isElsewhere && !isOwnNote))
      return { ok: false, reason: "changed", entry: before };
    const isRetimed = !isSame(before, times);
    const room = isRetimed
      ? await findRoom(tx, takenBy(times), { over, except: id }, now)
      : { ok: true as const, firm: before.firm };
    if (!room.ok) return { ok: false, reason: "overlaps", entry: before, overlaps: room.overlaps };
    const isTakenBack = isReaddressed(before, fields.clientEmail);
    const link = isTakenBack ? { token: newToken(), pageToken: null } : {};
    const change = { ...fields, ...(isRetimed && times), ...link, firm: room.firm };
    const entry = await updateEntry(tx, before, change, now);
    if (!entry) throw new Error("The diary was changed beside its lock.");
    const actor = asOwner(by);
    await recordEntry(tx, entry, { action: "edited", actor, before }, now);
    if (isTakenBack) await takeBack(tx, before, entry, now);
    const isAhead = entry.kind === "appointment" && isUpcoming(entry) && entry.startsAt > now;
    if (isAhead && inCalendar.some((name) => !isSame(before, { [name]: entry[name] })))
      await announceChange(tx, "changed", entry, { actor, before, tellsClient }, now);
    return { ok: true, entry };
  });
}

const takenBy = ({ busyFrom, busyUntil }: Pick<Entry, "busyFrom" | "busyUntil">) => ({
  from: busyFrom,
  until: busyUntil,
});

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

export function isSame(entry: Entry, fields: Partial<Entry>): boolean {
  return (Object.keys(fields) as (keyof Entry)[]).every(
    (name) => JSON.stringify(entry[name]) === JSON.stringify(fields[name]),
  );
}
