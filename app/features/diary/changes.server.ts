import { findObstacle } from "#app/features/services/queries.server.ts";
import type { Obstacle } from "#app/features/services/slots.ts";
import type { Db } from "#app/server/database/db.server.ts";
import { announceChange, type ChangeInfo } from "./announce.server.tsx";
import {
  asLongAs,
  type EntryRef,
  type EntryResult,
  lockEntry,
  movedTo,
  serviceOf,
  timesFrom,
  tryUpdateEntry,
  updateEntry,
} from "./entries.server.ts";
import { type Actor, type Entry, isOpenForChanges, isUpcoming } from "./model.ts";
import { findRoom, type Over, type Overlapping } from "./overlaps.server.ts";
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
