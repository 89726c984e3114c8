import type { Administrator } from "#app/features/auth/model.ts";
import { invoiceNotFound } from "#app/features/invoices/payment-answers.ts";
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

/** Answers the button that stops an invoice's reminders, or takes them up again. */
export const changeReminders =
  (intent: keyof typeof commands) => async (by: Administrator, id: string) => {
    if (!(await commands[intent](getDb(), by, id))) return invoiceNotFound;
    return { status: 200, state: { ok: true, message: reminderToasts[intent].success.title } };
  };
