import type { Administrator } from "#app/features/auth/model.ts";
import type { Db } from "#app/server/database/db.server.ts";
import { lockEntry, updateEntry } from "./entries.server.ts";
import { asOwner, canBeNoShow, type Entry } from "./model.ts";
import { recordEntry } from "./record.server.ts";

export type Marking = { id: string; version?: number };

export type MarkResult =
  | { ok: true; entry: Entry; repeated?: true }
  | { ok: false; reason: "not-found" }
  | { ok: false; reason: "changed"; entry: Entry };

/** Possible from the session's end until a week later. The client is not told. */
export function markNoShow(
  db: Db,
  by: Administrator,
  marking: Marking,
  now = new Date(),
): Promise<MarkResult> {
  return mark(db, by, marking, "no-show", (entry) => canBeNoShow(entry, now), now);
}

export function unmarkNoShow(
  db: Db,
  by: Administrator,
  marking: Marking,
  now = new Date(),
): Promise<MarkResult> {
  return mark(db, by, marking, "done", ({ state }) => state === "no-show", now);
}

function mark(
  db: Db,
  by: Administrator,
  { id, version }: Marking,
  state: "no-show" | "done",
  isPossible: (entry: Entry) => boolean,
  now: Date,
): Promise<MarkResult> {
  return db.transaction(async (tx) => {
    const before = await lockEntry(tx, { id }, now);
    if (!before) return { ok: false, reason: "not-found" };
    if (before.state === state) return { ok: true, entry: before, repeated: true };
    const isStale = version !== undefined && version !== before.version;
    if (isStale || !isPossible(before)) return { ok: false, reason: "changed", entry: before };
    const entry = (await updateEntry(tx, before, { state }, now))!;
    await recordEntry(tx, entry, { action: `marked as ${state}`, actor: asOwner(by), before }, now);
    return { ok: true, entry };
  });
}
