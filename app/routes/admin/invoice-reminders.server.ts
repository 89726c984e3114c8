import type { Administrator } from "#app/features/auth/model.ts";
import { invoiceNotFound } from "#app/features/invoices/payment-answers.ts";
import { releaseReminders } from "#app/features/invoices/reminder-hold.server.ts";
import {
  pauseInvoiceReminders,
  resumeInvoiceReminders,
} from "#app/features/invoices/reminders.server.ts";
import { reminderToasts } from "#app/features/reminders/toasts.ts";
import { getDb } from "#app/server/database/db.server.ts";

const commands = {
  "pause-reminders": pauseInvoiceReminders,
  "resume-reminders": resumeInvoiceReminders,
};

export const changeReminders =
  (intent: keyof typeof commands) => async (by: Administrator, id: string) => {
    if (!(await commands[intent](getDb(), by, id))) return invoiceNotFound;
    return { status: 200, state: { ok: true, message: reminderToasts[intent].success.title } };
  };

/** Sends reminders that wait for a bank statement. */
export async function sendReminders(by: Administrator, invoiceIds: readonly string[]) {
  const count = await releaseReminders(getDb(), by, invoiceIds);
  if (count > 0)
    return { status: 200, state: { ok: true, message: "The reminder is on its way." } };
  const message = "Nothing to send: this reminder isn't waiting any more.";
  return { status: 409, state: { ok: false, message } };
}
