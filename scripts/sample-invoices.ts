import { findAccount, findAccounts } from "#app/features/invoices/queries.server.ts";
import { getBusinessDetails } from "../app/features/invoices/business.server.ts";
import { gstWithin } from "#app/features/invoices/model.ts";
import { issueInvoices, type NewInvoice } from "../app/features/invoices/issue.server.ts";
import { type Invoice, restOf } from "../app/features/invoices/model.ts";
import { recordInvoice } from "#app/features/invoices/history.server.ts";
import { invoiceReminderDays } from "#app/features/invoices/reminder-plans.server.ts";
import { planFirstReminders } from "../app/features/reminders/plan.server.ts";
import type { Db } from "../app/server/database/db.server.ts";
import { payments } from "../app/server/database/tables.server.ts";
import { addDays, melbourneDay } from "../app/values/calendar.ts";
import { formatMoney } from "../app/values/money.ts";

type SampleDraft = Omit<NewInvoice, "total" | "gst" | "dueOn"> &
  Partial<Pick<NewInvoice, "gst" | "dueOn">>;

/** Documents are numbered in the order in which they are issued. */
export async function issueSample(
  db: Db,
  draft: SampleDraft,
  by: string,
  at: Date,
): Promise<Invoice> {
  // Reminders are planned at the end: those of days gone by would go out at once.
  const details = { ...(await getBusinessDetails(db)), invoicing: false };
  const total = draft.lines.reduce((sum, { amount }) => sum + amount, 0);
  const dueOn = addDays(melbourneDay(at), details.depositDays);
  const content = { gst: gstWithin(total), dueOn, ...draft, total };
  const [invoice] = await issueInvoices(db, [content], { details, by }, at);
  const after = { total: formatMoney(total), due: invoice!.dueOn };
  await recordInvoice(db, by, "issued", invoice!, at, { after });
  return invoice!;
}

type SamplePayment = Pick<typeof payments.$inferInsert, "amount" | "reason"> &
  Partial<Pick<typeof payments.$inferInsert, "method">>;

/** Without the receipt, which would be emailed today. */
export async function paySample(
  db: Db,
  { id }: Invoice,
  { amount, method = "payid", reason }: SamplePayment,
  actor: string,
  at: Date,
): Promise<void> {
  const paidOn = melbourneDay(at);
  const row = { salesInvoiceId: id, amount, paidOn, method, reason, actor, at };
  await db.insert(payments).values(row);
  const account = (await findAccount(db, id))!;
  const action = amount < 0 ? "recorded a refund of" : "recorded a payment for";
  const after = { amount: Math.abs(amount), paidOn, method, reason, rest: restOf(account) };
  await recordInvoice(db, actor, action, account, at, { after });
}

/** Those ahead, of every invoice that is owed. */
export async function planSampleReminders(db: Db, now: Date): Promise<void> {
  const accounts = await findAccounts(db, undefined);
  const plans = accounts.map((account) => ({
    record: { kind: "invoice", id: account.id } as const,
    planned: invoiceReminderDays(account),
  }));
  await planFirstReminders(db, plans, now);
}
