import {
  and,
  desc,
  eq,
  gt,
  gte,
  inArray,
  isNotNull,
  lt,
  ne,
  notInArray,
  type SQL,
  sql,
} from "drizzle-orm";
import { recordActivity } from "#app/features/audit/record.server.ts";
import { ownerKinds } from "#app/features/email/kinds.ts";
import {
  type NewEmail,
  type NewTextMessage,
  queueEmails,
  queueTextMessage,
} from "#app/features/email/outbox.server.ts";
import { getBusinessDetails } from "#app/features/invoices/business.server.ts";
import { type Db, errorCode } from "#app/server/database/db.server.ts";
import type { ReminderKind } from "#app/server/database/enums.ts";
import { emails, reminders } from "#app/server/database/tables.server.ts";
import { log } from "#app/server/log.server.ts";
import { addDays, type Day, melbourneDay, startOfDay, wallTime } from "#app/values/calendar.ts";
import { needsInvoicing, reminderActor, type ReminderRecord } from "./model.ts";
import { isPaused } from "./pause.server.ts";
import { emailsAbout, isDueBy, isWantedBy } from "./plan.server.ts";

/** What a record answers when its reminder is due. */
export type DueReminder = {
  email: NewEmail;
  /** Goes out with it. */
  text?: NewTextMessage | null;
  /** What the activity log calls the record. */
  label: string;
  /** What the activity log says of the reminder. */
  about: Record<string, string>;
};

/**
 * What the kinds of records supply. `read` locks the record without waiting, so that neither waits
 * for the other for ever, and answers null when the reminder is no longer wanted.
 */
export type ReminderSource = {
  read: (tx: Db, id: string, step: string, now: Date) => Promise<DueReminder | null>;
};

export type ReminderSources = Readonly<Partial<Record<ReminderKind, ReminderSource>>>;

/** In Melbourne: an outage that ends at night wakes nobody. */
const firstHour = 9;

/** How late a reminder with an hour of its own goes out before {@link firstHour} too, in milliseconds. */
const timely = 3_600_000;

/** Whoever was to be reminded earlier than so many days ago is not reminded of it any more. */
const maximalDelay = 3;

const pageSize = 200;

/** The latest reminder that is due of each record; what else is due of it is settled with it. */
type Due = { id: number; step: string; dueOn: Day } & { record: ReminderRecord };

/**
 * Sends what is due, one transaction for each record. A record that fails stays due and does not stop
 * the others; what a process has claimed is left to it by the others.
 */
export async function sendDueReminders(
  db: Db,
  sources: ReminderSources,
  now = new Date(),
): Promise<void> {
  const today = melbourneDay(now);
  let page = await readDue(db, now);
  if (page.some(({ dueOn }) => dueOn < oldestDay(today))) {
    await skipOld(db, today, now);
    page = await readDue(db, now);
  }
  let settled = 0;
  for (; page.length > 0; page = await readDue(db, now, page.at(-1)!.record)) {
    for (const due of page) if (await settleSafely(db, sources, due, now)) settled += 1;
    // The rest waits for the next run, so that other tasks have their turn.
    if (settled >= pageSize) return;
  }
}

/** What is due and may go out at this hour. */
function isOutgoing(now: Date): SQL | undefined {
  const isDay = Number(wallTime(now).slice(11, 13)) >= firstHour;
  const lately = new Date(now.getTime() - timely);
  return and(
    isDueBy(now),
    isDay ? undefined : and(isNotNull(reminders.dueAt), gt(reminders.dueAt, lately)),
  );
}

const oldestDay = (today: Day) => addDays(today, -maximalDelay);

/** Those that others have locked are left to the next run: to wait for them could be for ever. */
async function skipOld(db: Db, today: Day, now: Date): Promise<void> {
  const old = db
    .select({ id: reminders.id })
    .from(reminders)
    .where(and(eq(reminders.state, "wanted"), lt(reminders.dueOn, oldestDay(today))))
    .for("update", { skipLocked: true });
  const skipped = { state: "skipped", settledAt: now } as const;
  await db.update(reminders).set(skipped).where(inArray(reminders.id, old));
}

async function readDue(db: Db, now: Date, last?: ReminderRecord): Promise<Due[]> {
  const { recordKind, recordId } = reminders;
  const rows = await db
    .selectDistinctOn([recordKind, recordId])
    .from(reminders)
    .where(
      and(
        eq(reminders.state, "wanted"),
        isOutgoing(now),
        last && sql`(${recordKind}, ${recordId}) > (${last.kind}, ${last.id}::uuid)`,
      ),
    )
    .orderBy(recordKind, recordId, desc(reminders.dueOn), desc(reminders.id))
    .limit(pageSize);
  return rows.map(({ id, step, dueOn, recordKind: kind, recordId: of }) => ({
    id,
    step,
    dueOn,
    record: { kind, id: of },
  }));
}

/** False for what failed: it is still due. */
async function settleSafely(
  db: Db,
  sources: ReminderSources,
  due: Due,
  now: Date,
): Promise<boolean> {
  try {
    await db.transaction((tx) => settle(tx, sources, due, now));
    return true;
  } catch (error) {
    const isBusy = errorCode(error) === lockNotAvailable;
    if (!isBusy)
      log.warn({ err: error, ...due.record }, "reminder not sent; the next run tries again");
    return false;
  }
}

/** PostgreSQL's code: someone is changing the record just now. */
const lockNotAvailable = "55P03";

async function settle(
  tx: Db,
  sources: ReminderSources,
  { id, step, record }: Due,
  now: Date,
): Promise<void> {
  const today = melbourneDay(now);
  const isDue = and(isWantedBy(record), isOutgoing(now));
  // Only who claims the latest sends, and only then takes the earlier ones: each would else hold what the
  // other needs. Nothing is waited for: a change that cancels these rows would wait for this in turn.
  const claim = { skipLocked: true } as const;
  const [latest] = await tx
    .select({ dueOn: reminders.dueOn })
    .from(reminders)
    .where(and(isDue, eq(reminders.id, id)))
    .for("update", claim);
  if (!latest) return;
  const skipped = { state: "skipped", settledAt: now } as const;
  const earlier = tx
    .select({ id: reminders.id })
    .from(reminders)
    .where(and(isDue, ne(reminders.id, id)))
    .for("update", claim);
  await tx.update(reminders).set(skipped).where(inArray(reminders.id, earlier));
  const isTimely = latest.dueOn >= oldestDay(today);
  const found =
    isTimely && (await isAllowed(tx, record, today))
      ? await sources[record.kind]?.read(tx, record.id, step, now)
      : null;
  await tx
    .update(reminders)
    .set(found ? { state: "sent", settledAt: now } : skipped)
    .where(eq(reminders.id, id));
  if (!found) return;
  await queueEmails(tx, found.email);
  if (found.text) await queueTextMessage(tx, found.text);
  const subject = { ...record, label: found.label };
  const entry = { actor: reminderActor, action: "reminded", subject, after: found.about };
  await recordActivity(tx, entry, now);
}

async function isAllowed(tx: Db, record: ReminderRecord, today: Day): Promise<boolean> {
  if (needsInvoicing(record) && !(await getBusinessDetails(tx)).invoicing) return false;
  if (await isPaused(tx, record)) return false;
  return !(await wasEmailedOn(tx, record, today));
}

/** Whether the client had an email about this record that day: a reminder, or one that the owner wrote. */
async function wasEmailedOn(tx: Db, record: ReminderRecord, day: Day): Promise<boolean> {
  const [start, end] = [startOfDay(day), startOfDay(addDays(day, 1))];
  const reminded = and(
    eq(reminders.recordKind, record.kind),
    eq(reminders.recordId, record.id),
    eq(reminders.state, "sent"),
    gte(reminders.settledAt, start),
    lt(reminders.settledAt, end),
  );
  if ((await tx.$count(reminders, reminded)) > 0) return true;
  const written = and(
    eq(emailsAbout[record.kind], record.id),
    notInArray(emails.kind, ownerKinds),
    gte(emails.createdAt, start),
    lt(emails.createdAt, end),
  );
  return (await tx.$count(emails, written)) > 0;
}
