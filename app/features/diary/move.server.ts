import { findObstacle } from "#app/features/services/queries.server.ts";
import type { Obstacle } from "#app/features/services/slots.ts";
import type { Db } from "#app/server/database/db.server.ts";
import { announceChange } from "./announce.server.ts";
import {
  asLongAs,
  type EntryRef,
  lockEntry,
  movedTo,
  serviceOf,
  timesFrom,
  updateEntry,
} from "./entries.server.ts";
import { type Actor, type Entry, isOpenForChanges, isUpcoming } from "./model.ts";
import { findRoom, type Over, type Overlap } from "./overlaps.server.ts";
import { recordEntry } from "./record.server.ts";

export type Moving = EntryRef & { start: Date; version?: number; over?: Over };

/** `closed`: too late for the client to change it online. `by-owner`: only the owner can. */
export type MoveResult =
  | { ok: true; entry: Entry; repeated?: true }
  | { ok: false; reason: "not-found" }
  | {
      ok: false;
      reason: "changed" | "closed" | "by-owner" | Obstacle;
      entry: Entry;
    }
  | { ok: false; reason: "overlaps"; entry: Entry; overlaps: Overlap[] };

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
    if (!isUpcoming(entry) || isStale) return { ok: false, reason: "changed", entry };
    return actor.party === "client"
      ? moveForClient(tx, actor, entry, moving.start, now)
      : moveForOwner(tx, actor, entry, moving, now);
  });
}

async function moveForClient(
  tx: Db,
  actor: Actor,
  entry: Entry,
  start: Date,
  now: Date,
): Promise<MoveResult> {
  if (!isOpenForChanges(entry, now)) return { ok: false, reason: "closed", entry };
  const service = await serviceOf(tx, entry);
  if (!service || entry.kind !== "appointment") return { ok: false, reason: "by-owner", entry };
  const asBooked = asLongAs(entry, service);
  const obstacle = await findObstacle(tx, asBooked, start, now, { except: entry.id });
  if (obstacle) return { ok: false, reason: obstacle, entry };
  const asksAgain = service.onRequest ? ({ state: "requested" } as const) : {};
  const change = { ...timesFrom(start, asBooked), firm: true, warnedAt: null, ...asksAgain };
  const moved = await updateEntry(tx, entry, change, now);
  if (!moved) return { ok: false, reason: "taken", entry };
  return settle(tx, actor, entry, moved, now);
}

async function moveForOwner(
  tx: Db,
  actor: Actor,
  entry: Entry,
  { start, over }: Moving,
  now: Date,
): Promise<MoveResult> {
  if (entry.quoteId || entry.amebBookingId) return { ok: false, reason: "changed", entry };
  const times = movedTo(start, entry);
  const taken = { from: times.busyFrom, until: times.busyUntil };
  const room = await findRoom(tx, taken, { over, except: entry.id }, now);
  if (!room.ok) return { ok: false, reason: "overlaps", entry, overlaps: room.overlaps };
  const moved = await updateEntry(tx, entry, { ...times, firm: room.firm }, now);
  if (!moved) return { ok: false, reason: "taken", entry };
  return settle(tx, actor, entry, moved, now);
}

async function settle(
  tx: Db,
  actor: Actor,
  before: Entry,
  entry: Entry,
  now: Date,
): Promise<MoveResult> {
  await recordEntry(tx, entry, { action: "moved", actor, before }, now);
  const change = entry.state === "requested" && actor.party === "client" ? "requested" : "moved";
  if (entry.kind === "appointment") await announceChange(tx, change, entry, { actor, before }, now);
  return { ok: true, entry };
}
