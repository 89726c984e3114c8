import { eq } from "drizzle-orm";
import { ownerEmail } from "#app/features/email/owner.server.ts";
import { planFirstReminders, planReminders } from "#app/features/reminders/plan.server.ts";
import type { ReminderSource } from "#app/features/reminders/send.server.ts";
import { reminderText } from "#app/features/reminders/text.server.ts";
import type { Db } from "#app/server/database/db.server.ts";
import { salesInvoices } from "#app/server/database/tables.server.ts";
import { melbourneDay } from "#app/values/calendar.ts";
import { check, emailAddress } from "#app/values/rules.ts";
import { findAccount } from "./accounts.server.ts";
import { getBusinessDetails } from "./business.server.ts";
import { invoiceUrl, readInvoiceFields } from "./email-record.server.ts";
import type { Invoice, InvoiceAccount } from "./model.ts";
import { invoiceReminderEmails } from "./reminder-copy.ts";
import { reminderEmail } from "./reminder-email.server.tsx";
import { invoiceReminderDays, invoiceStepLabels } from "./reminder-steps.ts";

const recordOf = ({ id }: Pick<Invoice, "id">) => ({ kind: "invoice", id }) as const;

/** For invoices that have just been issued. */
export function planIssuedReminders(tx: Db, issued: readonly Invoice[], now: Date): Promise<void> {
  const plans = issued.map((invoice) => ({
    record: recordOf(invoice),
    planned: invoiceReminderDays({ ...invoice, paid: 0, credited: 0 }),
  }));
  return planFirstReminders(tx, plans, now);
}

/** After money, a credit note or the end of an invoice. */
export async function replanInvoiceReminders(
  tx: Db,
  invoice: InvoiceAccount,
  now: Date,
): Promise<void> {
  const { invoicing } = await getBusinessDetails(tx);
  await planReminders(tx, recordOf(invoice), invoicing ? invoiceReminderDays(invoice) : [], now);
}

export const invoiceReminders: ReminderSource = {
  async read(tx, id, step, now) {
    await tx
      .select({ id: salesInvoices.id })
      .from(salesInvoices)
      .where(eq(salesInvoices.id, id))
      .for("update", { noWait: true });
    const invoice = await findAccount(tx, id);
    if (!invoice?.slug || !check(emailAddress(""), invoice.buyerEmail).ok) return null;
    const due = invoiceReminderDays(invoice).find((planned) => planned.step === step);
    if (!due || due.day > melbourneDay(now)) return null;
    const standard = invoiceReminderEmails[due.step];
    const text = await reminderText(tx, standard, await readInvoiceFields(tx, invoice));
    if (!text) return null;
    return {
      email: {
        kind: "invoice-reminder",
        recipient: invoice.buyerEmail,
        replyTo: ownerEmail(),
        subject: text.subject,
        body: reminderEmail({ body: text.body, link: invoiceUrl(invoice.slug) }),
        quoteId: invoice.quoteId,
        amebBookingId: invoice.amebBookingId,
        salesInvoiceId: id,
        attachments: [id],
      },
      label: `${invoice.number}, ${invoice.buyerName}`,
      about: { due: invoiceStepLabels[due.step], ...text.about },
    };
  },
};
