import {
  and,
  desc,
  eq,
  gt,
  gte,
  inArray,
  isNotNull,
  lt,
  max,
  ne,
  not,
  notInArray,
  type SQL,
  sql,
} from "drizzle-orm";
import type { PgColumn } from "drizzle-orm/pg-core";
import { recordActivity } from "#app/features/audit/record.server.ts";
import { ownerKinds } from "#app/features/email/model.ts";
import {
  type NewEmail,
  type NewTextMessage,
  queueEmails,
  queueTextMessage,
} from "#app/features/email/outbox.server.ts";
import { getBusinessDetails } from "#app/features/business/queries.server.ts";
import { type Db, errorCode } from "#app/server/database/db.server.ts";
import type { ReminderKind } from "#app/server/database/enums.ts";
import { emails, reminders } from "#app/server/database/tables.server.ts";
import { log } from "#app/server/log.server.ts";
import { addDays, melbourneDay, startOfDay, wallTime } from "#app/values/calendar.ts";
import { needsInvoicing, reminderActor, type ReminderRecord } from "./model.ts";
import { emailsAbout, isDueBy, isOf, isPaused } from "./plan.server.ts";

type DueReminder = {
  email: NewEmail;
  text?: NewTextMessage | null;
  label: string;
  about: Record<string, string>;
};

/** `read` locks without waiting, against deadlocks. Null: the reminder is no longer wanted. */
export type ReminderSource = {
  read: (tx: Db, id: string, step: string, now: Date) => Promise<DueReminder | null>;
  /** For records that share one email per client and day. */
  together?: {
    idsOf: (tx: Db, id: string) => Promise<string[]>;
    emailOf: (tx: Db, ids: readonly string[]) => Promise<NewEmail>;
  };
  waiting?: {
    /** Sent however late. */
    steps: readonly string[];
    /** Ids of due reminders that still wait. */
    find: (db: Db, now: Date) => Promise<number[]>;
  };
};

type ReminderSources = Readonly<Partial<Record<ReminderKind, ReminderSource>>>;

/** In Melbourne: an outage that ends at night wakes nobody. */
export const firstHour = 9;

/** In milliseconds: how late a reminder with a time may go out before {@link firstHour}. */
const timely = 3_600_000;

/** In days; older reminders are skipped. */
const maximalDelay = 3;

const pageSize = 200;

type Reminder = typeof reminders.$inferSelect;

const recordOf = ({ recordKind: kind, recordId: id }: Reminder): ReminderRecord => ({ kind, id });

/** `patient`: steps that are never too late. */
type Run = { sources: ReminderSources; now: Date; isDue: SQL | undefined; patient: string[] };

/** One transaction per record or client: a failed one stays due and does not stop the others. */
export async function sendDueReminders(db: Db, sources: ReminderSources, now = new Date()) {
  const waiting = Object.values(sources).flatMap((source) => source.waiting ?? []);
  const ids = (await Promise.all(waiting.map(({ find }) => find(db, now)))).flat();
  const isDue = and(eq(reminders.state, "wanted"), isOutgoing(now), notInArray(reminders.id, ids));
  const run: Run = { sources, now, isDue, patient: waiting.flatMap(({ steps }) => steps) };
  let page = await readDue(db, run);
  if (page.some((due) => isTooLate(run, due))) {
    await skipOld(db, run);
    page = await readDue(db, run);
  }
  let settled = 0;
  for (; page.length > 0; page = await readDue(db, run, page.at(-1))) {
    for (const due of page) if (await settleSafely(db, run, due)) settled += 1;
    // The rest waits for the next run, so that other tasks have their turn.
    if (settled >= pageSize) return;
  }
}

function isOutgoing(now: Date): SQL | undefined {
  const isDay = Number(wallTime(now).slice(11, 13)) >= firstHour;
  const lately = new Date(now.getTime() - timely);
  return and(
    isDueBy(now),
    isDay ? undefined : and(isNotNull(reminders.dueAt), gt(reminders.dueAt, lately)),
  );
}

const oldestDay = (now: Date) => addDays(melbourneDay(now), -maximalDelay);

const isTooLate = ({ now, patient }: Run, { dueOn, step }: Reminder) =>
  dueOn < oldestDay(now) && !patient.includes(step);

/** Leaves locked rows to the next run: waiting for them could deadlock. */
async function skipOld(db: Db, { now, isDue, patient }: Run): Promise<void> {
  const isOld = and(lt(reminders.dueOn, oldestDay(now)), notInArray(reminders.step, patient));
  const old = db
    .select({ id: reminders.id })
    .from(reminders)
    .where(and(isDue, isOld))
    .for("update", { skipLocked: true });
  const skipped = { state: "skipped", settledAt: now } as const;
  await db.update(reminders).set(skipped).where(inArray(reminders.id, old));
}

function readDue(db: Db, { isDue }: Run, last?: Reminder): Promise<Reminder[]> {
  const { recordKind, recordId } = reminders;
  const isNext =
    last && sql`(${recordKind}, ${recordId}) > (${last.recordKind}, ${last.recordId}::uuid)`;
  return db
    .selectDistinctOn([recordKind, recordId])
    .from(reminders)
    .where(and(isDue, isNext))
    .orderBy(recordKind, recordId, desc(reminders.dueOn), desc(reminders.id))
    .limit(pageSize);
}

/** False for what stays due: it failed, is locked elsewhere or waits for tomorrow. */
async function settleSafely(db: Db, run: Run, due: Reminder): Promise<boolean> {
  try {
    return await db.transaction((tx) => settle(tx, run, due));
  } catch (error) {
    const isBusy = errorCode(error) === lockNotAvailable;
    if (!isBusy)
      log.warn({ err: error, ...recordOf(due) }, "reminder not sent; the next run tries again");
    return false;
  }
}

const lockNotAvailable = "55P03";

async function settle(tx: Db, run: Run, { recordKind: kind, recordId }: Reminder) {
  const { now } = run;
  const source = run.sources[kind];
  const ids = (await source?.together?.idsOf(tx, recordId)) ?? [recordId];
  const ofClient = and(eq(reminders.recordKind, kind), inArray(reminders.recordId, ids));
  const claimed = await claim(tx, and(run.isDue, ofClient));
  // One email a day: what became due after today's waits for tomorrow.
  const isSecond =
    source?.together && (await tx.$count(reminders, and(ofClient, wasSentOn(now)))) > 0;
  if (claimed.length === 0 || isSecond) return false;
  const found: (DueReminder & { reminder: Reminder })[] = [];
  for (const reminder of latestOfEach(claimed)) {
    const isAllowed = !isTooLate(run, reminder) && (await mayGoOut(tx, reminder, now));
    const due = isAllowed ? await source?.read(tx, reminder.recordId, reminder.step, now) : null;
    if (due) found.push({ ...due, reminder });
  }
  const idsOf = (all: readonly Reminder[]) => all.map(({ id }) => id);
  await tx
    .update(reminders)
    .set({ state: "skipped", settledAt: now })
    .where(inArray(reminders.id, idsOf(claimed)));
  const sent = found.map(({ reminder }) => reminder);
  await tx
    .update(reminders)
    .set({ state: "sent" })
    .where(inArray(reminders.id, idsOf(sent)));
  const named = sent.map((reminder) => reminder.recordId);
  const email = found.length > 1 ? await source?.together?.emailOf(tx, named) : found[0]?.email;
  if (email) await queueEmails(tx, email);
  for (const { reminder, label, about, text } of found) {
    if (text) await queueTextMessage(tx, text);
    const subject = { ...recordOf(reminder), label };
    const after = { ...about, ...(about.subject && { subject: email!.subject }) };
    await recordActivity(tx, { actor: reminderActor, action: "reminded", subject, after }, now);
  }
  return true;
}

// Claim the latest row first: two workers would otherwise deadlock. Wait for no lock: a change that
// cancels these rows would wait for this transaction in turn.
async function claim(tx: Db, isDue: SQL | undefined): Promise<Reminder[]> {
  const [last] = await tx
    .select({ id: max(reminders.id) })
    .from(reminders)
    .where(isDue);
  const isLast = eq(reminders.id, last?.id ?? 0);
  const lock = { skipLocked: true } as const;
  const first = await tx.select().from(reminders).where(and(isDue, isLast)).for("update", lock);
  if (first.length === 0) return [];
  const others = and(isDue, not(isLast));
  return [...first, ...(await tx.select().from(reminders).where(others).for("update", lock))];
}

function latestOfEach(claimed: readonly Reminder[]): Reminder[] {
  const inOrder = claimed.toSorted(
    (one, other) => one.dueOn.localeCompare(other.dueOn) || one.id - other.id,
  );
  return [...new Map(inOrder.map((reminder) => [reminder.recordId, reminder])).values()];
}

async function mayGoOut(tx: Db, reminder: Reminder, now: Date): Promise<boolean> {
  const record = recordOf(reminder);
  if (needsInvoicing(record) && !(await getBusinessDetails(tx)).invoicing) return false;
  if (await isPaused(tx, record)) return false;
  return reminder.releasedAt !== null || !(await wasEmailedOn(tx, record, now));
}

const within = (column: PgColumn, now: Date) => {
  const day = melbourneDay(now);
  return and(gte(column, startOfDay(day)), lt(column, startOfDay(addDays(day, 1))));
};

const wasSentOn = (now: Date) => and(eq(reminders.state, "sent"), within(reminders.settledAt, now));

/** Counts reminders and the owner's own emails. */
async function wasEmailedOn(tx: Db, record: ReminderRecord, now: Date): Promise<boolean> {
  if ((await tx.$count(reminders, and(isOf(record), wasSentOn(now)))) > 0) return true;
  // The owner's own emails about a session don't replace its reminder, which has no later one.
  if (record.kind === "appointment") return false;
  const written = and(
    eq(emailsAbout[record.kind], record.id),
    notInArray(emails.kind, ownerKinds),
    ne(emails.state, "expired"),
    within(emails.createdAt, now),
  );
  return (await tx.$count(emails, written)) > 0;
}
