import type { Db } from "#app/server/database/db.server.ts";
import { announceChange } from "./announce.server.ts";
import { type EntryRef, lockEntry, updateEntry } from "./entries.server.ts";
import { type Actor, type Entry, isOpenForChanges, isUpcoming } from "./model.ts";
import { recordEntry } from "./record.server.ts";

/** `forClient`: the owner writes down what the client has said. `delay`: of the emails, in seconds. */
export type Cancelling = EntryRef & {
  reason?: string;
  version?: number;
  forClient?: boolean;
  delay?: number;
};

export type CancelResult =
  | { ok: true; entry: Entry; repeated?: true }
  | { ok: false; reason: "not-found" }
  | { ok: false; reason: "changed" | "closed"; entry: Entry };

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
    if (!isUpcoming(entry) || isStale || isElsewhere)
      return { ok: false, reason: "changed", entry };
    if (actor.party === "client" && !isOpenForChanges(entry, now))
      return { ok: false, reason: "closed", entry };
    const { reason, delay } = cancelling;
    const told = { actor, before: entry, ...(reason && { reason }), ...(delay && { delay }) };
    const cancelled = await setCancelled(tx, actor, entry, cancelling, now);
    if (entry.kind === "appointment") await announceChange(tx, "cancelled", cancelled, told, now);
    return { ok: true, entry: cancelled };
  });
}

/** Of an entry that still stands and is locked; tells nobody. */
export async function setCancelled(
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
  const entry = (await updateEntry(tx, before, change, now))!;
  const told = { actor, before, ...(reason && { reason }) };
  await recordEntry(tx, entry, { action: "cancelled", ...told }, now);
  return entry;
}
