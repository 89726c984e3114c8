import { and, asc, eq, gt, inArray, isNotNull, ne } from "drizzle-orm";
import type { Administrator } from "#app/features/auth/model.ts";
import { expireEmails } from "#app/features/email/outbox.server.ts";
import { mailboxOf } from "#app/features/email/unverified.server.ts";
import type { Db } from "#app/server/database/db.server.ts";
import { diaryEntries, emails } from "#app/server/database/tables.server.ts";
import { announceChange } from "./announce.server.ts";
import { lockEntry, updateEntry } from "./entries.server.ts";
import { asOwner, type Entry } from "./model.ts";
import { recordEntry } from "./record.server.ts";
import { isUntouched, knownAmong } from "./strangers.server.ts";

const hour = 3_600_000;

/** Booked by a form and untouched by the owner: nothing proves the email address. */
const isUnproven = (db: Db, now: Date) =>
  and(
    isNotNull(diaryEntries.pageToken),
    isNotNull(diaryEntries.clientEmail),
    inArray(diaryEntries.state, ["booked", "requested"]),
    gt(diaryEntries.startsAt, now),
    isUntouched(db),
  );

export type Alike = { ofAddress: Entry[]; ofHour: Entry[] };

/** Unproven bookings of the same mailbox, and of strangers within an hour of it. */
export async function listAlike(
  db: Db,
  _by: Administrator,
  entry: Entry,
  now = new Date(),
): Promise<Alike> {
  if (!entry.pageToken) return { ofAddress: [], ofHour: [] };
  const unproven = await db
    .select()
    .from(diaryEntries)
    .where(isUnproven(db, now))
    .orderBy(asc(diaryEntries.startsAt), asc(diaryEntries.id));
  if (!unproven.some(({ id }) => id === entry.id)) return { ofAddress: [], ofHour: [] };
  const known = await knownAmong(db, [...new Set(unproven.map(addressOf))]);
  const distance = ({ createdAt }: Entry) =>
    Math.abs(createdAt.getTime() - entry.createdAt.getTime());
  return {
    ofAddress: unproven.filter((one) => mailboxOf(addressOf(one)) === mailboxOf(addressOf(entry))),
    ofHour: unproven.filter((one) => distance(one) <= hour && !known.has(addressOf(one))),
  };
}

const addressOf = ({ clientEmail }: Entry) => clientEmail!.toLowerCase();

/** Cancels those of `ids` that are still unproven. Only the owner is told. */
export function cancelAlike(
  db: Db,
  by: Administrator,
  { id, ids }: { id: string; ids: string[] },
  now = new Date(),
): Promise<{ ok: true; cancelled: number } | { ok: false; reason: "not-found" | "changed" }> {
  return db.transaction(async (tx) => {
    if (!(await lockEntry(tx, { id }, now))) return { ok: false, reason: "not-found" };
    const found = await tx
      .select()
      .from(diaryEntries)
      .where(and(inArray(diaryEntries.id, ids), isUnproven(tx, now)))
      .orderBy(asc(diaryEntries.startsAt))
      .for("update");
    if (found.length === 0) return { ok: false, reason: "changed" };
    for (const before of found) await cancelQuietly(tx, by, before, now);
    return { ok: true, cancelled: found.length };
  });
}

async function cancelQuietly(tx: Db, by: Administrator, before: Entry, now: Date): Promise<void> {
  const change = { state: "cancelled", cancelledAt: now, cancelledBy: "owner" } as const;
  const entry = (await updateEntry(tx, before, change, now))!;
  const actor = asOwner(by);
  const action = before.spamReason ? "dismissed" : "cancelled";
  await recordEntry(tx, entry, { action, actor, before }, now);
  const isToThem = and(eq(emails.appointmentId, entry.id), ne(emails.kind, "appointment-notice"));
  await expireEmails(tx, isToThem, "Not sent: the appointment was cancelled.", now);
  await announceChange(tx, "cancelled", entry, { actor, before, tellsClient: false }, now);
}
