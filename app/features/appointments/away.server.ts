import { inArray, and, eq, gt, asc, or, sql } from "drizzle-orm";
import type { Administrator } from "#app/features/auth/model.ts";
import type { Db } from "#app/server/database/db.server.ts";
import { diaryEntries, auditEntries, emails } from "#app/server/database/tables.server.ts";
import { expireEmails, isDelayed } from "#app/features/email/outbox.server.ts";
import { announceChange } from "#app/features/diary/announce.server.tsx";
import { type AddedBlock, addBlock } from "./book.server.ts";
import { cancelAppointment, moveAppointment, setCancelled } from "./changes.server.tsx";
import { takeBackPaid } from "#app/features/diary/credits.server.ts";
import {
  findUnheardMove,
  lockEntry,
  movedTo,
  openDiary,
  tryUpdateEntry,
} from "#app/features/diary/entries.server.ts";
import { asOwner, callOffDelay, type Entry, isUpcoming } from "#app/features/diary/model.ts";
import { planAppointmentReminder } from "#app/features/diary/reminders.server.ts";

type SeenEntry = Pick<Entry, "id" | "version">;

type CallingOff = {
  away: AddedBlock;
  cancelled: readonly SeenEntry[];
  moved: readonly (SeenEntry & { start: Date })[];
  /** What their clients are told. */
  reason: string;
};

/** What can be cancelled with a day: a quote's event and an exam are called off on their own pages. */
export const canBeCalledOff = (entry: Entry) => entry.kind === "appointment" && isUpcoming(entry);

/** Adds time away; cancels or moves the chosen entries, all or nothing. `changed`: the page is out of date. */
export function callOff(
  db: Db,
  by: Administrator,
  { away, cancelled, moved, reason }: CallingOff,
  now = new Date(),
): Promise<{ ok: true; entry: Entry } | { ok: false; reason: "changed" }> {
  return allOrNothing(db, async (tx) => {
    await openDiary(tx, now);
    const chosen = [...cancelled, ...moved];
    const versions = new Map(chosen.map(({ id, version }) => [id, version]));
    const found = await tx
      .select()
      .from(diaryEntries)
      .where(inArray(diaryEntries.id, [...versions.keys()]))
      .orderBy(diaryEntries.startsAt)
      .for("update");
    const added = await addBlock(tx, by, away, now);
    if (!added.ok || found.length < versions.size) throw new Changed();
    if (added.repeated) return { ok: true, entry: added.entry };
    const isAsShown = (entry: Entry) =>
      canBeCalledOff(entry) && entry.version === versions.get(entry.id);
    const starts = new Map(moved.map(({ id, start }) => [id, start]));
    const standing = found.filter(({ id, state }) => state !== "cancelled" || starts.has(id));
    if (!standing.every(isAsShown)) throw new Changed();
    const told = { reason, delay: callOffDelay };
    for (const { id } of standing) {
      const start = starts.get(id);
      const changed = start
        ? await moveAppointment(tx, asOwner(by), { id, start, ...told }, now)
        : await cancelAppointment(tx, asOwner(by), { id, ...told }, now);
      if (!changed.ok) throw new Changed();
    }
    return { ok: true, entry: added.entry };
  });
}

/** Rolls the transaction back. */
class Changed extends Error {}

async function allOrNothing<Done>(
  db: Db,
  run: (tx: Db) => Promise<Done>,
): Promise<Done | { ok: false; reason: "changed" }> {
  try {
    return await db.transaction(run);
  } catch (error) {
    if (error instanceof Changed) return { ok: false, reason: "changed" };
    throw error;
  }
}

type Undone = { ok: true } | { ok: false; reason: "not-found" | "late" | "changed" };

/** Removes time away and restores what it cancelled or moved, all or nothing, while the emails still wait. */
export function undoCallOff(
  db: Db,
  by: Administrator,
  id: string,
  now = new Date(),
): Promise<Undone> {
  return allOrNothing(db, async (tx): Promise<Undone> => {
    const away = await lockEntry(tx, { id }, now);
    if (away?.kind !== "away") return { ok: false, reason: "not-found" };
    if (away.state === "cancelled") return { ok: true };
    if (away.createdAt <= notBefore(now)) return { ok: false, reason: "late" };
    await setCancelled(tx, asOwner(by), away, {}, now);
    const called = await changedWith(tx, by, away);
    for (const one of called) await putBack(tx, by, one, now);
    return { ok: true };
  });
}

const notBefore = (now: Date) => new Date(now.getTime() - callOffDelay * 1_000);

/** What was recorded of a change: instants as ISO text. */
type Recorded = { state?: string; startsAt?: string; firm?: boolean };
type CalledOff = { entry: Entry; before: Recorded; after: Recorded };

/** The log says what each was before: one transaction has one time. */
function changedWith(tx: Db, by: Administrator, { createdAt }: Entry): Promise<CalledOff[]> {
  return tx
    .select({
      entry: diaryEntries,
      before: sql<Recorded>`${auditEntries.before}`,
      after: sql<Recorded>`${auditEntries.after}`,
    })
    .from(auditEntries)
    .innerJoin(diaryEntries, eq(diaryEntries.id, auditEntries.subjectId))
    .where(
      and(
        eq(auditEntries.at, createdAt),
        eq(auditEntries.actor, by.email),
        inArray(auditEntries.action, ["cancelled", "moved"]),
        eq(diaryEntries.kind, "appointment"),
      ),
    )
    .orderBy(diaryEntries.startsAt);
}

async function putBack(tx: Db, by: Administrator, { entry, before, after }: CalledOff, now: Date) {
  const { startsAt, state } = before;
  const isAsLeft = startsAt
    ? isUpcoming(entry) && entry.startsAt.toISOString() === after.startsAt
    : entry.state === "cancelled";
  if (!isAsLeft) throw new Changed();
  const change = startsAt
    ? { ...movedTo(new Date(startsAt), entry), firm: before.firm ?? entry.firm }
    : {
        state: state === "requested" ? ("requested" as const) : ("booked" as const),
        cancelledAt: null,
        cancelledBy: null,
        cancelledLate: false,
      };
  const why = { action: "restored", actor: asOwner(by) };
  const restored = await tryUpdateEntry(tx, entry, change, why, now);
  if (!restored) throw new Changed();
  if (!startsAt) await takeBackPaid(tx, restored);
  const unheard = entry.clientEmail ? await findUnheardMove(tx, entry, now) : null;
  await stopWaiting(tx, entry, now);
  // A later change has told the client of the other time, or an earlier day was called off before.
  const known = unheard ?? (startsAt && entry.clientEmail ? { ...entry, reason: "" } : restored);
  if (known.startsAt.getTime() === restored.startsAt.getTime())
    return planAppointmentReminder(tx, restored, now);
  const { reason, ...times } = { reason: "", ...known };
  const told = { actor: asOwner(by), before: { ...restored, ...times }, reason };
  await announceChange(tx, "moved", restored, told, now);
}

function stopWaiting(tx: Db, { id }: Entry, now: Date) {
  const isAbout = inArray(emails.kind, [
    "appointment-cancelled",
    "appointment-moved",
    "appointment-notice",
  ]);
  const waits = and(eq(emails.appointmentId, id), isAbout, or(isDelayed, eq(emails.held, true)));
  return expireEmails(tx, waits, "Not sent: the day was not called off after all.", now);
}

/** Of the times away those that were added with cancellations whose emails still wait. */
export async function listUndoable(db: Db, by: Administrator, now: Date): Promise<Set<string>> {
  const { id, kind, state, createdAt } = diaryEntries;
  const recent = await db
    .selectDistinct({ id })
    .from(diaryEntries)
    .innerJoin(auditEntries, eq(auditEntries.at, createdAt))
    .where(
      and(
        eq(kind, "away"),
        eq(state, "booked"),
        gt(createdAt, notBefore(now)),
        eq(auditEntries.actor, by.email),
        inArray(auditEntries.action, ["cancelled", "moved"]),
      ),
    );
  return new Set(recent.map((one) => one.id));
}

export type Away = Pick<Entry, "id" | "version" | "title" | "startsAt" | "endsAt">;

export function listAway(db: Db, _by: Administrator, now: Date): Promise<Away[]> {
  const { id, version, title, startsAt, endsAt, kind, state } = diaryEntries;
  return db
    .select({ id, version, title, startsAt, endsAt })
    .from(diaryEntries)
    .where(and(eq(kind, "away"), eq(state, "booked"), gt(endsAt, now)))
    .orderBy(asc(startsAt));
}
