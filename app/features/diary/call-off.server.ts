import { inArray } from "drizzle-orm";
import type { Administrator } from "#app/features/auth/model.ts";
import type { Db } from "#app/server/database/db.server.ts";
import { diaryEntries } from "#app/server/database/tables.server.ts";
import { type AddedBlock, addBlock } from "./add.server.ts";
import { cancelAppointment } from "./cancel.server.ts";
import { openDiary } from "./entries.server.ts";
import { asOwner, type Entry, isUpcoming } from "./model.ts";

/** For how many seconds the emails wait: as long it can be undone. */
export const callOffDelay = 600;

type CallingOff = {
  away: AddedBlock;
  /** The entries to cancel, as the page showed them. */
  cancelled: readonly Pick<Entry, "id" | "version">[];
  /** What their clients are told. */
  reason: string;
};

/** What can be cancelled with a day: a quote's event and an exam are called off on their own pages. */
export const canBeCalledOff = (entry: Entry) => entry.kind === "appointment" && isUpcoming(entry);

/**
 * Puts time away into the diary and cancels the booked entries that the owner ticked: all or
 * nothing. Each client gets an email ten minutes later. `changed`: the entries are no longer as the
 * page showed them.
 */
export function callOff(
  db: Db,
  by: Administrator,
  { away, cancelled, reason }: CallingOff,
  now = new Date(),
): Promise<{ ok: true; entry: Entry } | { ok: false; reason: "changed" }> {
  return db.transaction(async (tx) => {
    await openDiary(tx, now);
    const versions = new Map(cancelled.map(({ id, version }) => [id, version]));
    const found = await tx
      .select()
      .from(diaryEntries)
      .where(inArray(diaryEntries.id, [...versions.keys()]))
      .orderBy(diaryEntries.startsAt)
      .for("update");
    const standing = found.filter(({ state }) => state !== "cancelled");
    const isAsShown = (entry: Entry) =>
      canBeCalledOff(entry) && entry.version === versions.get(entry.id);
    if (found.length < versions.size || !standing.every(isAsShown))
      return { ok: false, reason: "changed" };
    const added = await addBlock(tx, by, away, now);
    if (!added.ok) return { ok: false, reason: "changed" };
    for (const { id } of standing)
      await cancelAppointment(tx, asOwner(by), { id, reason, delay: callOffDelay }, now);
    return { ok: true, entry: added.entry };
  });
}
