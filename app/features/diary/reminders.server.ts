import { and, eq, isNotNull } from "drizzle-orm";
import { content } from "#app/content/content.ts";
import { normalisePhone } from "#app/features/auth/model.ts";
import { type NewTextMessage, ownerEmail } from "#app/features/email/outbox.server.ts";
import {
  cancelReminders,
  planReminders,
  replanReminders,
} from "#app/features/reminders/plan.server.ts";
import type { ReminderSource } from "#app/features/reminders/send.server.ts";
import { reminderText } from "#app/features/email/queries.server.ts";
import { timesInZones } from "#app/features/services/times.ts";
import type { Db } from "#app/server/database/db.server.ts";
import { consume, type RateLimit } from "#app/server/database/rate-limit.server.ts";
import { diaryEntries } from "#app/server/database/tables.server.ts";
import { getSettings } from "#app/server/env.server.ts";
import { senderDigest } from "#app/server/secret.server.ts";
import { melbourneDay } from "#app/values/calendar.ts";
import { check, emailAddress } from "#app/values/rules.ts";
import { packageSentence } from "./credits.server.ts";
import { appointmentEmails } from "./email-copy.ts";
import { appointmentEmail, appointmentFields, appointmentUrl, zoneOf } from "./emails.server.tsx";
import { serviceOf, entryLabel } from "./entries.server.ts";
import type { Entry } from "./model.ts";

const day = 86_400_000;

/** Before the session, in milliseconds. */
const reminderNotice = day;
const step = "24-hours-before";
const dueAt = ({ startsAt }: Entry) => new Date(startsAt.getTime() - reminderNotice);

/** None for a session that is sooner than the notice. */
export function planAppointmentReminder(tx: Db, entry: Entry, now: Date): Promise<void> {
  const at = dueAt(entry);
  const isWanted = entry.state === "booked" && entry.clientEmail !== null;
  if (!isWanted) return cancelReminders(tx, "appointment", [entry.id], now);
  const planned = [{ step, day: melbourneDay(at), at }];
  const plan = entry.version > 1 ? replanReminders : planReminders;
  return plan(tx, { kind: "appointment", id: entry.id }, planned, now);
}

export const appointmentReminders: ReminderSource = {
  async read(tx, id, _step, now) {
    const isReminded = and(eq(diaryEntries.id, id), isNotNull(diaryEntries.clientEmail));
    const all = tx.select().from(diaryEntries).where(isReminded);
    const [entry] = await all.for("update", { noWait: true });
    if (entry?.state !== "booked" || entry.startsAt <= now || dueAt(entry) > now) return null;
    const recipient = entry.clientEmail!;
    if (!check(emailAddress(""), recipient).ok) return null;
    const service = await serviceOf(tx, entry);
    const credit = await packageSentence(tx, entry);
    const record = appointmentFields(entry, service, { now, isUnseen: true, credit });
    const text = await reminderText(tx, appointmentEmails().reminder, record);
    if (!text) return null;
    const link = appointmentUrl(entry);
    return {
      email: {
        kind: "appointment-reminder",
        recipient,
        replyTo: ownerEmail(),
        subject: text.subject,
        body: appointmentEmail({
          body: text.body,
          details: String(record.details),
          link,
          label: "View your appointment",
        }),
        appointmentId: id,
      },
      text: await textMessage(tx, entry, now),
      label: entryLabel(entry),
      about: { when: "24 hours before", ...text.about },
    };
  },
};

/** Anyone may have typed the number. */
const toOnePhone: RateLimit = { burst: 3, interval: day };
const toAllPhones: RateLimit = { burst: 50, interval: day / 50 };

async function textMessage(tx: Db, entry: Entry, now: Date): Promise<NewTextMessage | null> {
  const recipient = normalisePhone(entry.phone ?? "");
  if (!recipient || !getSettings().TWILIO_ACCOUNT_SID) return null;
  if ((await consume(tx, `texts to ${senderDigest(recipient)}`, toOnePhone, now)) !== null)
    return null;
  if ((await consume(tx, "texts about appointments", toAllPhones, now)) !== null) return null;
  // The number proves nothing about the email address, so this is the page's link.
  const link = appointmentUrl({ token: entry.pageToken ?? entry.token });
  const { lines } = timesInZones(entry.startsAt, entry.endsAt, zoneOf(entry));
  const text = `A reminder from ${content().site.person}: ${entry.title}, ${lines[0]}. ${link}`;
  return {
    kind: "text-reminder",
    recipient,
    subject: "Reminder by text message",
    text: text.trim(),
    appointmentId: entry.id,
  };
}
