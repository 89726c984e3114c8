import { and, eq, gte, min } from "drizzle-orm";
import { recordActivity } from "#app/features/audit/record.server.ts";
import type { Administrator } from "#app/features/auth/model.ts";
import { getBusinessDetails } from "#app/features/invoices/business.server.ts";
import type { Db } from "#app/server/database/db.server.ts";
import { pausedReminders, reminders } from "#app/server/database/tables.server.ts";
import { melbourneDay } from "#app/values/calendar.ts";
import { needsInvoicing, type ReminderRecord, type ReminderStatus } from "./model.ts";
import { isDueBy, isWantedBy } from "./plan.server.ts";

/** Null when the record has no reminder to come. */
export async function getReminderStatus(
  db: Db,
  _by: Administrator,
  record: ReminderRecord,
  now = new Date(),
): Promise<ReminderStatus | null> {
  const [ahead] = await db
    .select({ next: min(reminders.dueOn) })
    .from(reminders)
    .where(and(isWantedBy(record), gte(reminders.dueOn, melbourneDay(now))));
  if (!ahead?.next) return null;
  if (needsInvoicing(record) && !(await getBusinessDetails(db)).invoicing) return null;
  return { next: ahead.next, paused: await isPaused(db, record) };
}

const isPauseOf = ({ kind, id }: ReminderRecord) =>
  and(eq(pausedReminders.recordKind, kind), eq(pausedReminders.recordId, id));

export async function isPaused(db: Db, record: ReminderRecord): Promise<boolean> {
  return (await db.$count(pausedReminders, isPauseOf(record))) > 0;
}

/** The caller has locked the record. `label`: its name in the activity log. */
export async function pauseReminders(
  tx: Db,
  by: Administrator,
  record: ReminderRecord,
  label: string,
  now: Date,
): Promise<void> {
  const { kind, id } = record;
  const [paused] = await tx
    .insert(pausedReminders)
    .values({ recordKind: kind, recordId: id, pausedAt: now })
    .onConflictDoNothing()
    .returning();
  if (!paused) return;
  const entry = { actor: by.email, action: "paused reminders about", subject: { kind, id, label } };
  await recordActivity(tx, entry, now);
}

/** Drops reminders that were due during the pause. */
export async function resumeReminders(
  tx: Db,
  by: Administrator,
  record: ReminderRecord,
  label: string,
  now: Date,
): Promise<void> {
  const { kind, id } = record;
  const [resumed] = await tx.delete(pausedReminders).where(isPauseOf(record)).returning();
  if (!resumed) return;
  await tx
    .update(reminders)
    .set({ state: "skipped", settledAt: now })
    .where(and(isWantedBy(record), isDueBy(now)));
  const entry = {
    actor: by.email,
    action: "resumed reminders about",
    subject: { kind, id, label },
  };
  await recordActivity(tx, entry, now);
}
