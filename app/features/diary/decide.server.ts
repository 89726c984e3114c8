import type { Administrator } from "#app/features/auth/model.ts";
import type { Db } from "#app/server/database/db.server.ts";
import { announceChange } from "./announce.server.tsx";
import {
  type EntryResult,
  lockEntry,
  serviceOf,
  tryUpdateEntry,
  updateEntry,
} from "./entries.server.ts";
import { type Actor, asOwner, type Entry } from "./model.ts";
import { findRoom, type Over, type Overlapping } from "./overlaps.server.ts";

type Deciding = {
  id: string;
  version?: number;
  reason?: string;
  over?: Over;
};

type DecisionResult = EntryResult<"not-found" | "changed" | "taken"> | Overlapping;

/** A second call changes nothing. */
export function confirmRequest(
  db: Db,
  by: Administrator,
  deciding: Deciding,
  now = new Date(),
): Promise<DecisionResult> {
  return db.transaction(async (tx) => {
    const entry = await lockEntry(tx, deciding, now);
    if (!entry) return { ok: false, reason: "not-found" };
    if (entry.state === "booked") return { ok: true, entry, repeated: true };
    if (!isAsked(entry, deciding)) return { ok: false, reason: "changed" };
    // The scheduled task is about to decline it.
    if (entry.startsAt <= now) return { ok: false, reason: "taken" };
    const room = await findRoom(tx, entry, { over: deciding.over, except: entry.id }, now);
    if (!room.ok) return { ok: false, reason: "overlaps", overlaps: room.overlaps };
    const actor = asOwner(by);
    const why = { action: "confirmed", actor };
    const confirmed = await updateEntry(tx, entry, { state: "booked" }, why, now);
    await announceChange(tx, "confirmed", confirmed, { actor, before: entry }, now);
    return { ok: true, entry: confirmed };
  });
}

export function declineRequest(
  db: Db,
  by: Administrator,
  deciding: Deciding,
  now = new Date(),
): Promise<DecisionResult> {
  return db.transaction(async (tx) => {
    const entry = await lockEntry(tx, deciding, now);
    if (!entry) return { ok: false, reason: "not-found" };
    if (entry.declined) return { ok: true, entry, repeated: true };
    if (!isAsked(entry, deciding)) return { ok: false, reason: "changed" };
    return { ok: true, entry: await decline(tx, asOwner(by), entry, now, deciding.reason) };
  });
}

function isAsked({ state, spamReason, version }: Entry, seen: Deciding): boolean {
  return state === "requested" && spamReason === null && (seen.version ?? version) === version;
}

/** The caller has locked the request. */
export async function decline(tx: Db, actor: Actor, before: Entry, now: Date, reason = "") {
  const told = { actor, ...(reason && { reason }) };
  const change = {
    state: "cancelled",
    declined: true,
    cancelledAt: now,
    cancelledBy: actor.party === "owner" ? "owner" : null,
  } as const;
  const entry = await updateEntry(tx, before, change, { action: "declined", ...told }, now);
  await announceChange(tx, "declined", entry, { before, ...told }, now);
  return entry;
}

/** Books it or asks for it, if its time is still free; the client is told now. */
export function releaseAppointment(
  db: Db,
  by: Administrator,
  { id }: Deciding,
  now = new Date(),
): Promise<DecisionResult> {
  return db.transaction(async (tx) => {
    const entry = await lockEntry(tx, { id }, now);
    if (!entry) return { ok: false, reason: "not-found" };
    if (!entry.spamReason) return { ok: true, entry, repeated: true };
    if (entry.state !== "requested") return { ok: false, reason: "changed" };
    const room = await findRoom(tx, entry, { except: id }, now);
    if (!room.ok || entry.startsAt <= now) return { ok: false, reason: "taken" };
    const state = (await serviceOf(tx, entry))?.onRequest ? "requested" : "booked";
    const actor = asOwner(by);
    const change = { spamReason: null, firm: true, state } as const;
    const released = await tryUpdateEntry(tx, entry, change, { action: "released", actor }, now);
    if (!released) return { ok: false, reason: "taken" };
    await announceChange(tx, state, released, { actor, before: entry }, now);
    return { ok: true, entry: released };
  });
}

/** Hides suspected spam; nobody is told. */
export function dismissAppointment(
  db: Db,
  by: Administrator,
  { id }: Deciding,
  now = new Date(),
): Promise<DecisionResult> {
  return db.transaction(async (tx) => {
    const entry = await lockEntry(tx, { id }, now);
    if (!entry) return { ok: false, reason: "not-found" };
    if (!entry.spamReason) return { ok: false, reason: "changed" };
    if (entry.state === "cancelled") return { ok: true, entry, repeated: true };
    const change = { state: "cancelled", cancelledAt: now, cancelledBy: "owner" } as const;
    const why = { action: "dismissed", actor: asOwner(by) };
    return { ok: true, entry: await updateEntry(tx, entry, change, why, now) };
  });
}
