import { and, eq, inArray, sql } from "drizzle-orm";
import type { Administrator } from "#app/features/auth/model.ts";
import { ownerEmail } from "#app/features/email/owner.server.ts";
import { pauseReminders, resumeReminders } from "#app/features/reminders/pause.server.ts";
import type { ReminderSource } from "#app/features/reminders/send.server.ts";
import { reminderText } from "#app/features/reminders/text.server.ts";
import type { Db } from "#app/server/database/db.server.ts";
import { salesInvoices } from "#app/server/database/tables.server.ts";
import { melbourneDay } from "#app/values/calendar.ts";
import { findAccount, findAccounts, isReachable, lockAccount } from "./accounts.server.ts";
import { getBusinessDetails } from "./business.server.ts";
import { invoiceUrl, readInvoiceFields } from "./email-record.server.ts";
import { howToPay } from "./how-to-pay.ts";
import type { Invoice } from "./model.ts";
import { invoiceReminderEmails } from "./reminder-copy.ts";
import { reminderEmail } from "./reminder-email.server.tsx";
import { severalReminders } from "./several-reminders.server.tsx";
import { reminderRecordOf } from "./reminder-plans.server.ts";
import { haveWaysChanged } from "./sent-ways.server.ts";
import { findHeldReminders } from "./reminder-hold.server.ts";
import {
  invoiceReminderDays,
  invoiceReminderSteps,
  invoiceStepLabels,
  isOverdueStep,
} from "./reminder-steps.ts";

const labelOf = ({ number, buyerName }: Invoice) => [number, buyerName].filter(Boolean).join(", ");

/** False when there is no such invoice. */
export function pauseInvoiceReminders(
  db: Db,
  by: Administrator,
  id: string,
  now = new Date(),
): Promise<boolean> {
  return changePause(db, id, (tx, invoice) =>
    pauseReminders(tx, by, reminderRecordOf(invoice), labelOf(invoice), now),
  );
}

/** False when there is no such invoice. */
export function resumeInvoiceReminders(
  db: Db,
  by: Administrator,
  id: string,
  now = new Date(),
): Promise<boolean> {
  return changePause(db, id, (tx, invoice) =>
    resumeReminders(tx, by, reminderRecordOf(invoice), labelOf(invoice), now),
  );
}

function changePause(
  db: Db,
  id: string,
  change: (tx: Db, invoice: Invoice) => Promise<void>,
): Promise<boolean> {
  return db.transaction(async (tx) => {
    const invoice = await lockAccount(tx, id);
    if (invoice) await change(tx, invoice);
    return invoice !== undefined;
  });
}

export const invoiceReminders: ReminderSource = {
  async read(tx, id, step, now) {
    await tx
      .select({ id: salesInvoices.id })
      .from(salesInvoices)
      .where(eq(salesInvoices.id, id))
      .for("update", { noWait: true });
    const invoice = await findAccount(tx, id);
    if (!invoice?.slug || !isReachable(invoice)) return null;
    const due = invoiceReminderDays(invoice).find((planned) => planned.step === step);
    if (!due || due.day > melbourneDay(now)) return null;
    const standard = invoiceReminderEmails()[due.step];
    const record = await readInvoiceFields(tx, invoice);
    const text = await reminderText(tx, standard, record);
    if (!text) return null;
    const details = await getBusinessDetails(tx);
    return {
      email: {
        kind: "invoice-reminder",
        recipient: invoice.buyerEmail,
        replyTo: ownerEmail(),
        subject: text.subject,
        body: reminderEmail({
          body: text.body,
          howToPay: String(record.how_to_pay ?? ""),
          facts: howToPay(details, invoice),
          hasNewWays: await haveWaysChanged(tx, id, details),
          link: invoiceUrl(invoice.slug),
        }),
        quoteId: invoice.quoteId,
        amebBookingId: invoice.amebBookingId,
        salesInvoiceId: id,
        attachments: [id],
        ways: details,
      },
      label: labelOf(invoice),
      about: { when: invoiceStepLabels[due.step], ...text.about },
    };
  },
  together: {
    async idsOf(tx, id) {
      const { buyerEmail, copyEmail } = salesInvoices;
      const [invoice] = await tx.select().from(salesInvoices).where(eq(salesInvoices.id, id));
      if (!invoice) return [id];
      const isTheirs = sql`lower(${buyerEmail}) = lower(${invoice.buyerEmail})`;
      // The copy address of one invoice must not get the others.
      const goesToSame = sql`lower(${copyEmail}) = lower(${invoice.copyEmail})`;
      const theirs = await findAccounts(tx, and(isTheirs, goesToSame));
      return theirs.map((other) => other.id);
    },
    emailOf: async (tx, ids) =>
      severalReminders(tx, await findAccounts(tx, inArray(salesInvoices.id, [...ids]))),
  },
  waiting: {
    steps: invoiceReminderSteps.filter(isOverdueStep),
    find: async (db, now) => (await findHeldReminders(db, now)).map(({ reminder }) => reminder),
  },
};
