import { randomUUID } from "node:crypto";
import { asc, eq } from "drizzle-orm";
import type { Db } from "#app/server/database/db.server.ts";
import { emails, reminders } from "#app/server/database/tables.server.ts";
import { type Day, startOfDay } from "#app/values/calendar.ts";
import type { PlannedReminder, ReminderRecord } from "#app/features/reminders/model.ts";
import { planReminders } from "#app/features/reminders/plan.server.ts";
import { type ReminderSource, sendDueReminders } from "#app/features/reminders/send.server.ts";

/* Reminders of records that exist nowhere else, for tests of what sends them. */

const hour = 3_600_000;
export const reminderDay: Day = "2026-11-24";
/** In Melbourne's summer, when nine o'clock is nine hours after midnight. */
export const atHour = (day: Day, hours = 10) => new Date(startOfDay(day).getTime() + hours * hour);

export const aReminderRecord = (): ReminderRecord => ({ kind: "quote", id: randomUUID() });

/** Wants every reminder, and names record and step in the email. */
export const eagerSource: ReminderSource = {
  read: async (_tx, id, step) => ({
    email: {
      kind: "quote-reminder",
      recipient: `${id}@client.example`,
      subject: step,
      body: <p>Hello</p>,
    },
    label: id,
    about: { due: step },
  }),
};

export const aPlan = (
  db: Db,
  record: ReminderRecord,
  planned: PlannedReminder[],
  now = atHour("2026-11-20"),
) => db.transaction((tx) => planReminders(tx, record, planned, now));

export const sendEager = (db: Db, now: Date, source: ReminderSource = eagerSource) =>
  sendDueReminders(db, { quote: source, invoice: source }, now);

export async function sentSteps(db: Db, { id }: ReminderRecord): Promise<string[]> {
  const rows = await db
    .select({ subject: emails.subject })
    .from(emails)
    .where(eq(emails.recipient, `${id}@client.example`))
    .orderBy(asc(emails.createdAt));
  return rows.map(({ subject }) => subject);
}

export const stepStates = async (db: Db, { id }: ReminderRecord) =>
  Object.fromEntries(
    (await db.select().from(reminders).where(eq(reminders.recordId, id))).map((row) => [
      row.step,
      row.state,
    ]),
  );
