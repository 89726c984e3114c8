import {
  cancelReminders,
  planFirstReminders,
  planReminders,
} from "#app/features/reminders/plan.server.ts";
import type { Db } from "#app/server/database/db.server.ts";
import { getBusinessDetails } from "./business.server.ts";
import { type Invoice, nothingPaid } from "./model.ts";
import { invoiceReminderDays } from "./reminder-steps.ts";

export const reminderRecordOf = ({ id }: Pick<Invoice, "id">) => ({ kind: "invoice", id }) as const;

export function planIssuedReminders(tx: Db, issued: readonly Invoice[], now: Date): Promise<void> {
  const plans = issued.map((invoice) => ({
    record: reminderRecordOf(invoice),
    planned: invoiceReminderDays({ ...invoice, ...nothingPaid }),
  }));
  return planFirstReminders(tx, plans, now);
}

export async function replanInvoiceReminders(
  tx: Db,
  invoices: readonly Invoice[],
  now: Date,
): Promise<void> {
  const { invoicing } = await getBusinessDetails(tx);
  const plans = invoices.map((invoice) => ({
    record: reminderRecordOf(invoice),
    planned: invoicing ? invoiceReminderDays(invoice) : [],
  }));
  const ended = plans.filter(({ planned }) => planned.length === 0).map(({ record }) => record.id);
  if (ended.length > 0) await cancelReminders(tx, "invoice", ended, now);
  for (const { record, planned } of plans)
    if (planned.length > 0) await planReminders(tx, record, planned, now);
}
