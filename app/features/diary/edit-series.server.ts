import type { Administrator } from "#app/features/auth/model.ts";
import type { Db } from "#app/server/database/db.server.ts";
import { announceSeries } from "./announce-series.server.tsx";
import { type Editing, inCalendar, isSame, timesOf } from "./edit.server.ts";
import { updateEntry } from "./entries.server.ts";
import { asOwner, type Entry } from "./model.ts";
import { type Overlap, unseenOf } from "./overlaps.server.ts";
import { recordEntry } from "./record.server.ts";
import { lockFollowing, weighChanges } from "./series.server.ts";

/** What the lessons that follow get too, beside the length. */
const shared = ["title", "place", "placeDetails", "price"] as const;

type EditedSeries =
  | { ok: true }
  | { ok: false; reason: "not-found" | "changed" }
  | { ok: false; reason: "overlaps"; overlaps: Overlap[] };

/**
 * Edits a lesson, and what it is, its length, place and price in those of its series that follow: all or
 * none, with one email.
 */
export function editSeries(
  db: Db,
  by: Administrator,
  { id, version, fields, travel, over = [], tellsClient = true }: Editing,
  now = new Date(),
): Promise<EditedSeries> {
  return db.transaction(async (tx) => {
    const locked = await lockFollowing(tx, { id, version }, now);
    if (!locked.ok) return locked;
    const { from, standing } = locked;
    const changed = shared.filter((name) => name in fields && fields[name] !== from[name]);
    const common = Object.fromEntries(changed.map((name) => [name, fields[name]]));
    const longer = fields.endsAt ? fields.endsAt.getTime() - from.endsAt.getTime() : 0;
    const edits = standing.map((before) => {
      const endsAt = new Date(before.endsAt.getTime() + longer);
      const own = before.id === from.id ? fields : common;
      const times = timesOf(before, { endsAt }, travel);
      const change = { ...own, ...(!isSame(before, times) && times) };
      return { before, change, isRetimed: !isSame(before, times), times };
    });
    const retimed = edits.filter(({ isRetimed }) => isRetimed);
    const { overlaps, isFirm } = await weighChanges(tx, retimed, standing, now);
    if (unseenOf(overlaps, over).length > 0) return { ok: false, reason: "overlaps", overlaps };
    const actor = asOwner(by);
    const edited: Entry[] = [];
    for (const { before, change } of edits) {
      if (isSame(before, change)) continue;
      const firm = isFirm.get(before.id) ?? before.firm;
      const entry = await updateEntry(tx, before, { ...change, firm }, now);
      if (!entry) throw new Error("The diary was changed beside its lock.");
      await recordEntry(tx, entry, { action: "edited", actor, before }, now);
      if (inCalendar.some((name) => !isSame(before, { [name]: entry[name] }))) edited.push(entry);
    }
    await announceSeries(tx, "changed", edited, { actor, tellsClient }, now);
    return { ok: true };
  });
}
