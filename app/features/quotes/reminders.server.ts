import { eq } from "drizzle-orm";
import type { Administrator } from "#app/features/auth/model.ts";
import { ownerEmail } from "#app/features/email/outbox.server.ts";
import { getBusinessDetails } from "#app/features/invoices/business.server.ts";
import {
  cancelReminders,
  hasPlannedReminders,
  plannedRemindersColumn,
  planReminders,
  pauseReminders,
  resumeReminders,
} from "#app/features/reminders/plan.server.ts";
import type { ReminderSource } from "#app/features/reminders/send.server.ts";
import { reminderText } from "#app/features/reminders/text.server.ts";
import type { Db } from "#app/server/database/db.server.ts";
import { quotes } from "#app/server/database/tables.server.ts";
import { melbourneDay } from "#app/values/calendar.ts";
import { check, emailAddress } from "#app/values/rules.ts";
import { quoteFields, quoteUrl } from "./email-record.server.ts";
import { quoteEmail } from "./emails.server.tsx";
import { type AdminResult, lockQuote } from "./guard.server.ts";
import { type Quote, quoteState, toPublicQuote } from "./model.ts";
import { isPriceConsistent } from "./pricing.ts";
import { quoteReminderDays, quoteStepLabels, quoteReminderEmails } from "./reminders.ts";

const labelOf = ({ clientName, invoiceType }: Quote) => `${clientName}, ${invoiceType}`;
const recordOf = ({ id }: Pick<Quote, "id">) => ({ kind: "quote", id }) as const;

export async function planQuoteReminders(tx: Db, quote: Quote, now: Date): Promise<void> {
  const { invoicing } = await getBusinessDetails(tx);
  await planReminders(tx, recordOf(quote), invoicing ? quoteReminderDays(quote) : [], now);
}

/** After a change or decision. Quotes sent before reminders existed get none until sent again. */
export async function replanQuoteReminders(tx: Db, quote: Quote, now: Date): Promise<void> {
  if (await hasPlannedReminders(tx, recordOf(quote))) await planQuoteReminders(tx, quote, now);
}

/** Whether {@link endQuoteReminders} would change anything, as SQL to save a query. */
export const isRemindedColumn = (quote: Pick<Quote, "id">) =>
  plannedRemindersColumn(recordOf(quote));

export function endQuoteReminders(tx: Db, quote: Quote, now: Date): Promise<void> {
  return cancelReminders(tx, "quote", [quote.id], now);
}

export function pauseQuoteReminders(
  db: Db,
  by: Administrator,
  id: string,
  now = new Date(),
): Promise<AdminResult> {
  return changePause(db, id, (tx, quote) =>
    pauseReminders(tx, by, recordOf(quote), labelOf(quote), now),
  );
}

export function resumeQuoteReminders(
  db: Db,
  by: Administrator,
  id: string,
  now = new Date(),
): Promise<AdminResult> {
  return changePause(db, id, (tx, quote) =>
    resumeReminders(tx, by, recordOf(quote), labelOf(quote), now),
  );
}

function changePause(
  db: Db,
  id: string,
  change: (tx: Db, quote: Quote) => Promise<void>,
): Promise<AdminResult> {
  return db.transaction(async (tx) => {
    const quote = await lockQuote(tx, id);
    if (!quote) return { ok: false, reason: "not-found" };
    await change(tx, quote);
    return { ok: true, quote };
  });
}

export const quoteReminders: ReminderSource = {
  async read(tx, id, step, now) {
    const [quote] = await tx
      .select()
      .from(quotes)
      .where(eq(quotes.id, id))
      .for("update", { noWait: true });
    if (!quote?.slug) return null;
    const due = quoteReminderDays(quote).find((planned) => planned.step === step);
    if (!due || due.day > melbourneDay(now) || !isRemindable(quote, now)) return null;
    const link = quoteUrl(quote.slug);
    const record = quoteFields(quote, link, now);
    const text = await reminderText(tx, quoteReminderEmails()[due.step], record);
    if (!text) return null;
    return {
      email: {
        kind: "quote-reminder",
        recipient: quote.clientEmail,
        replyTo: ownerEmail(),
        subject: text.subject,
        body: quoteEmail(toPublicQuote(quote, now), { body: text.body, link }),
        quoteId: id,
      },
      label: labelOf(quote),
      about: { when: quoteStepLabels[due.step], ...text.about },
    };
  },
};

/** Another program may have written a price or an email address that cannot be sent. */
function isRemindable(quote: Quote, now: Date): boolean {
  const sentToday = quote.sentAt && melbourneDay(quote.sentAt) === melbourneDay(now);
  return (
    quoteState(quote, now) === "pending" &&
    !sentToday &&
    isPriceConsistent(quote) &&
    check(emailAddress(""), quote.clientEmail).ok
  );
}
