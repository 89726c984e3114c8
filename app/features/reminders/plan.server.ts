import { and, eq, inArray, isNull, lte, not, or, sql, gte, min } from "drizzle-orm";
import type { EmailKind } from "#app/features/email/model.ts";
import { expireEmails } from "#app/features/email/outbox.server.ts";
import type { Db } from "#app/server/database/db.server.ts";
import {
  emailAttachments,
  emails,
  reminders,
  pausedReminders,
} from "#app/server/database/tables.server.ts";
import type { ReminderKind } from "#app/server/database/enums.ts";
import { melbourneDay } from "#app/values/calendar.ts";
import { recordActivity } from "#app/features/audit/record.server.ts";
import type { Administrator } from "#app/features/auth/model.ts";
import { getBusinessDetails } from "#app/features/business/queries.server.ts";
import {
  type PlannedReminder,
  type ReminderIntent,
  type ReminderRecord,
  needsInvoicing,
  type ReminderStatus,
} from "./model.ts";

// Each plan is written in the record's transaction and lock: the sending task sees no half plan.

/** Plans only future days: the person who changes a record has just dealt with its client. */
export async function planReminders(
  tx: Db,
  record: ReminderRecord,
  planned: readonly PlannedReminder[],
  now: Date,
): Promise<void> {
  if (planned.length === 0) return cancelReminders(tx, record.kind, [record.id], now);
  const kept = planned.map(({ step, day, at }) =>
    and(
      eq(reminders.step, step),
      eq(reminders.dueOn, day),
      at ? eq(reminders.dueAt, at) : isNull(reminders.dueAt),
    ),
  );
  await tx
    .update(reminders)
    .set({ state: "skipped", settledAt: now })
    .where(and(isWantedBy(record), not(or(...kept)!)));
  await planFirstReminders(tx, [{ record, planned }], now);
}

/** Like {@link planReminders}; what waits to be delivered is written anew. */
export async function replanReminders(...to: Parameters<typeof planReminders>): Promise<void> {
  const [tx, record, planned, now] = to;
  if (planned.length > 0) await recallReminders(tx, record.kind, [record.id], now);
  return planReminders(...to);
}

/** Also expires queued emails: a reminder must not arrive after the decision or payment. */
export async function cancelReminders(
  tx: Db,
  kind: ReminderKind,
  ids: readonly string[],
  now: Date,
): Promise<void> {
  const { recordKind, recordId, state } = reminders;
  // Before the reminders: when one email names two records, the second waits here.
  await recallReminders(tx, kind, ids, now);
  await tx
    .update(reminders)
    .set({ state: "skipped", settledAt: now })
    .where(and(eq(recordKind, kind), inArray(recordId, [...ids]), eq(state, "wanted")));
}

/** Expires queued emails: another one says how the record stands now. */
export async function recallReminders(...to: Parameters<typeof cancelReminders>) {
  const [tx, kind, ids, now] = to;
  const attached = tx
    .select({ id: emailAttachments.emailId })
    .from(emailAttachments)
    .where(inArray(emailAttachments.salesInvoiceId, [...ids]));
  const theirs = or(inArray(emailsAbout[kind], [...ids]), inArray(emails.id, attached));
  const which = and(theirs, inArray(emails.kind, reminderEmails[kind]));
  const expired = await expireEmails(tx, which, "Not sent: it was no longer needed.", now);
  if (expired.length > 0 && kind !== "appointment") await wantAgain(tx, kind, expired);
}

/** Plans reminders again whose last email expired; the caller then cancels those that ended. */
async function wantAgain(tx: Db, kind: ReminderKind, expired: readonly { id: string }[]) {
  const ids = expired.map(({ id }) => id);
  const [table, email, record] = (
    kind === "invoice"
      ? ["email_attachments", "email_id", "sales_invoice_id"]
      : ["letters", "id", emailsAbout[kind].name]
  ).map((name) => sql.identifier(name));
  const named = sql`select named.${record} from ${table} named
    join letters on letters.id = named.${email}
    where ${inArray(sql`named.${email}`, ids)} and not exists (
      select from ${table} again join letters later on later.id = again.${email}
      where again.${record} = named.${record} and later.kind = letters.kind
        and later.state <> 'expired' and later.created_at > letters.created_at)`;
  const latest = sql`(select max(other.settled_at) from reminders other
    where other.record_id = reminders.record_id and other.state = 'sent')`;
  const isTheirLast = and(eq(reminders.state, "sent"), eq(reminders.settledAt, latest));
  await tx
    .update(reminders)
    .set({ state: "wanted", settledAt: null })
    .where(and(sql`${reminders.recordId} in (${named})`, isTheirLast));
}

export const emailsAbout = {
  quote: emails.quoteId,
  invoice: emails.salesInvoiceId,
  appointment: emails.appointmentId,
  booking: emails.amebBookingId,
} satisfies Record<ReminderKind, unknown>;

const reminderEmails: Record<ReminderKind, EmailKind[]> = {
  quote: ["quote-reminder"],
  invoice: ["invoice-reminder"],
  appointment: ["appointment-reminder", "text-reminder"],
  booking: ["exam-reminder"],
};

/** For records that cannot have planned any before. */
export async function planFirstReminders(
  tx: Db,
  plans: readonly { record: ReminderRecord; planned: readonly PlannedReminder[] }[],
  now: Date,
): Promise<void> {
  const today = melbourneDay(now);
  const rows = plans.flatMap(({ record: { kind, id }, planned }) =>
    planned
      .filter(({ day, at }) => (at ? at > now : day > today))
      .map(({ step, day, at = null }) => ({
        recordKind: kind,
        recordId: id,
        step,
        dueOn: day,
        dueAt: at,
      })),
  );
  if (rows.length === 0) return;
  await tx
    .insert(reminders)
    .values(rows)
    .onConflictDoUpdate({
      target: [reminders.recordKind, reminders.recordId, reminders.step],
      set: {
        dueOn: sql`excluded.due_on`,
        dueAt: sql`excluded.due_at`,
        releasedAt: null,
        state: "wanted",
        settledAt: null,
      },
      setWhere: sql`${reminders.dueOn} <> excluded.due_on or ${reminders.state} = 'skipped'
        or ${reminders.dueAt} is distinct from excluded.due_at`,
    });
}

export async function hasPlannedReminders(tx: Db, record: ReminderRecord): Promise<boolean> {
  return (await tx.$count(reminders, isOf(record))) > 0;
}

export const plannedRemindersColumn = (record: ReminderRecord) =>
  sql<boolean>`exists (select from ${reminders} where ${isOf(record)})`;

export const isOf = ({ kind, id }: ReminderRecord) =>
  and(eq(reminders.recordKind, kind), eq(reminders.recordId, id));

export const isDueBy = (now: Date) =>
  and(
    lte(reminders.dueOn, melbourneDay(now)),
    or(isNull(reminders.dueAt), lte(reminders.dueAt, now)),
  );

const isWantedBy = (record: ReminderRecord) => and(isOf(record), eq(reminders.state, "wanted"));

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
export async function changePause(
  tx: Db,
  by: Administrator,
  intent: ReminderIntent,
  record: ReminderRecord,
  label: string,
  now: Date,
): Promise<void> {
  const isPausing = intent === "pause-reminders";
  const isChanged = await (isPausing ? pause(tx, record, now) : resume(tx, record, now));
  if (!isChanged) return;
  const action = `${isPausing ? "paused" : "resumed"} reminders about`;
  await recordActivity(tx, { actor: by.email, action, subject: { ...record, label } }, now);
}

async function pause(tx: Db, { kind, id }: ReminderRecord, now: Date): Promise<boolean> {
  const paused = await tx
    .insert(pausedReminders)
    .values({ recordKind: kind, recordId: id, pausedAt: now })
    .onConflictDoNothing()
    .returning();
  return paused.length > 0;
}

/** Drops reminders that were due during the pause. */
async function resume(tx: Db, record: ReminderRecord, now: Date): Promise<boolean> {
  const [resumed] = await tx.delete(pausedReminders).where(isPauseOf(record)).returning();
  if (!resumed) return false;
  await tx
    .update(reminders)
    .set({ state: "skipped", settledAt: now })
    .where(and(isWantedBy(record), isDueBy(now)));
  return true;
}
