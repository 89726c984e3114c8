import type { Administrator } from "#app/features/auth/model.ts";
import type { Db } from "#app/server/database/db.server.ts";
import { announceChange } from "./announce.server.tsx";
import { lockEntry, serviceOf, updateEntry, recordEntry } from "./entries.server.ts";
import { type Actor, asOwner, type Entry } from "./model.ts";
import { findRoom, type Over, type Overlap } from "./overlaps.server.ts";

/** `version`: the one that the page showed. */
type Deciding = {
  id: string;
  version?: number;
  reason?: string;
  over?: Over;
};

type DecisionResult =
  | { ok: true; entry: Entry; repeated?: true }
  | { ok: false; reason: "not-found" }
  | { ok: false; reason: "overlaps"; overlaps: Overlap[] }
  | { ok: false; reason: "changed" | "taken"; entry: Entry };

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
    if (!isAsked(entry, deciding)) return { ok: false, reason: "changed", entry };
    // The scheduled task is about to decline it.
    if (entry.startsAt <= now) return { ok: false, reason: "taken", entry };
    const time = { from: entry.busyFrom, until: entry.busyUntil };
    const room = await findRoom(tx, time, { over: deciding.over, except: entry.id }, now);
    if (!room.ok) return { ok: false, reason: "overlaps", overlaps: room.overlaps };
    const confirmed = (await updateEntry(tx, entry, { state: "booked" }, now))!;
    const actor = asOwner(by);
    await recordEntry(tx, confirmed, { action: "confirmed", actor, before: entry }, now);
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
    if (!isAsked(entry, deciding)) return { ok: false, reason: "changed", entry };
    return { ok: true, entry: await decline(tx, asOwner(by), entry, now, deciding.reason) };
  });
}

function isAsked({ state, spamReason, version }: Entry, seen: Deciding): boolean {
  return state === "requested" && spamReason === null && (seen.version ?? version) === version;
}

/** The caller has locked the request. */
export async function decline(
  tx: Db,
  actor: Actor,
  before: Entry,
  now: Date,
  reason = "",
): Promise<Entry> {
  const entry = (await updateEntry(
    tx,
    before,
    {
      state: "cancelled",
      declined: true,
      cancelledAt: now,
      cancelledBy: actor.party === "owner" ? "owner" : null,
    },
    now,
  ))!;
  const told = reason ? { reason } : {};
  await recordEntry(tx, entry, { action: "declined", actor, before, ...told }, now);
  await announceChange(tx, "declined", entry, { actor, before, ...told }, now);
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
    if (entry.state !== "requested") return { ok: false, reason: "changed", entry };
    const time = { from: entry.busyFrom, until: entry.busyUntil };
    const room = await findRoom(tx, time, { except: id }, now);
    if (!room.ok || entry.startsAt <= now) return { ok: false, reason: "taken", entry };
    const state = (await serviceOf(tx, entry))?.onRequest ? "requested" : "booked";
    const released = await updateEntry(tx, entry, { spamReason: null, firm: true, state }, now);
    if (!released) return { ok: false, reason: "taken", entry };
    const actor = asOwner(by);
    await recordEntry(tx, released, { action: "released", actor, before: entry }, now);
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
    if (!entry.spamReason) return { ok: false, reason: "changed", entry };
    if (entry.state === "cancelled") return { ok: true, entry, repeated: true };
    const change = { state: "cancelled", cancelledAt: now, cancelledBy: "owner" } as const;
    const dismissed = (await updateEntry(tx, entry, change, now))!;
    await recordEntry(
      tx,
      dismissed,
      { action: "dismissed", actor: asOwner(by), before: entry },
      now,
    );
    return { ok: true, entry: dismissed };
  });
}
