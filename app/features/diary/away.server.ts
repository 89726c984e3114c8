import { inArray, and, eq, gt, asc } from "drizzle-orm";
import type { Administrator } from "#app/features/auth/model.ts";
import type { Db } from "#app/server/database/db.server.ts";
import { diaryEntries, auditEntries, emails } from "#app/server/database/tables.server.ts";
import { expireEmails, isPending } from "#app/features/email/outbox.server.ts";
import { type AddedBlock, addBlock } from "./book.server.ts";
import { cancelAppointment, setCancelled } from "./changes.server.ts";
import { openDiary, lockEntry, updateEntry, recordEntry } from "./entries.server.ts";
import { asOwner, type Entry, isUpcoming } from "./model.ts";
import { planAppointmentReminder } from "./reminders.server.ts";

/** For how many seconds the emails wait: as long it can be undone. */
const callOffDelay = 600;

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

/** Rolls the transaction back: what was cancelled can't all be as it was. */
class Changed extends Error {}

type Undone = { ok: true } | { ok: false; reason: "not-found" | "late" | "changed" };

/**
 * Takes time away out of the diary again and puts back what was cancelled with it, all or nothing, as long
 * as its emails wait. Nobody hears of it.
 */
export async function undoCallOff(
  db: Db,
  by: Administrator,
  id: string,
  now = new Date(),
): Promise<Undone> {
  try {
    return await db.transaction(async (tx): Promise<Undone> => {
      const away = await lockEntry(tx, { id }, now);
      if (away?.kind !== "away") return { ok: false, reason: "not-found" };
      if (away.state === "cancelled") return { ok: true };
      if (away.createdAt <= notBefore(now)) return { ok: false, reason: "late" };
      await setCancelled(tx, asOwner(by), away, {}, now);
      const called = await cancelledWith(tx, by, away);
      for (const one of called) await putBack(tx, by, one, now);
      const ofThem = inArray(
        emails.appointmentId,
        called.map(({ entry }) => entry.id),
      );
      const isAbout = inArray(emails.kind, ["appointment-cancelled", "appointment-notice"]);
      const why = "Not sent: the day was not called off after all.";
      await expireEmails(tx, and(ofThem, isAbout, isPending), why, now);
      return { ok: true };
    });
  } catch (error) {
    if (error instanceof Changed) return { ok: false, reason: "changed" };
    throw error;
  }
}

const notBefore = (now: Date) => new Date(now.getTime() - callOffDelay * 1_000);

type CalledOff = { entry: Entry; state: string };

/** The log says what each was before: one transaction has one time. */
async function cancelledWith(tx: Db, by: Administrator, { createdAt }: Entry) {
  const found = await tx
    .select({ entry: diaryEntries, before: auditEntries.before })
    .from(auditEntries)
    .innerJoin(diaryEntries, eq(diaryEntries.id, auditEntries.subjectId))
    .where(
      and(
        eq(auditEntries.at, createdAt),
        eq(auditEntries.actor, by.email),
        eq(auditEntries.action, "cancelled"),
        eq(diaryEntries.kind, "appointment"),
      ),
    )
    .orderBy(diaryEntries.startsAt);
  return found.map(({ entry, before }): CalledOff => {
    const { state } = (before ?? {}) as { state?: string };
    return { entry, state: state === "requested" ? "requested" : "booked" };
  });
}

async function putBack(tx: Db, by: Administrator, { entry: before, state }: CalledOff, now: Date) {
  if (before.state !== "cancelled") throw new Changed();
  const change = { state, cancelledAt: null, cancelledBy: null, cancelledLate: false } as const;
  const entry = await updateEntry(tx, before, change as Partial<Entry>, now);
  if (!entry) throw new Changed();
  await recordEntry(tx, entry, { action: "restored", actor: asOwner(by), before }, now);
  await planAppointmentReminder(tx, entry, now);
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
        eq(auditEntries.action, "cancelled"),
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
