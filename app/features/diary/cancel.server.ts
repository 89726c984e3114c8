import type { Db } from "#app/server/database/db.server.ts";
import { announceChange } from "./announce.server.ts";
import { type EntryRef, lockEntry, updateEntry } from "./entries.server.ts";
import { type Actor, type Entry, isOpenForChanges, isUpcoming } from "./model.ts";
import { recordEntry } from "./record.server.ts";

/** `forClient`: the owner writes down what the client has said. */
export type Cancelling = EntryRef & { reason?: string; version?: number; forClient?: boolean };

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
    const inTime = isOpenForChanges(entry, now);
    if (actor.party === "client" && !inTime) return { ok: false, reason: "closed", entry };
    const byClient = actor.party === "client" || cancelling.forClient === true;
    return {
      ok: true,
      entry: await cancel(tx, actor, entry, { cancelling, byClient, inTime }, now),
    };
  });
}

async function cancel(
  tx: Db,
  actor: Actor,
  before: Entry,
  {
    cancelling: { reason },
    byClient,
    inTime,
  }: { cancelling: Cancelling; byClient: boolean; inTime: boolean },
  now: Date,
): Promise<Entry> {
  const change = {
    state: "cancelled",
    cancelledAt: now,
    cancelledBy: byClient ? "client" : "owner",
    cancelledLate: byClient && !inTime,
  } as const;
  const told = reason ? { reason } : {};
  const entry = (await updateEntry(tx, before, change, now))!;
  await recordEntry(tx, entry, { action: "cancelled", actor, before, ...told }, now);
  if (entry.kind === "appointment")
    await announceChange(tx, "cancelled", entry, { actor, before, ...told }, now);
  return entry;
}
