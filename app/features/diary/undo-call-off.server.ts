import { and, eq, gt, inArray } from "drizzle-orm";
import type { Administrator } from "#app/features/auth/model.ts";
import { expireEmails, isPending } from "#app/features/email/outbox.server.ts";
import type { Db } from "#app/server/database/db.server.ts";
import { auditEntries, diaryEntries, emails } from "#app/server/database/tables.server.ts";
import { callOffDelay } from "./call-off.server.ts";
import { setCancelled } from "./cancel.server.ts";
import { lockEntry, updateEntry } from "./entries.server.ts";
import { asOwner, type Entry } from "./model.ts";
import { recordEntry } from "./record.server.ts";
import { planAppointmentReminder } from "./reminders.server.ts";

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
