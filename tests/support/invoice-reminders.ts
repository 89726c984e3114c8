import { randomUUID } from "node:crypto";
import { asc, eq } from "drizzle-orm";
import { issueInvoices, type NewInvoice } from "#app/features/invoices/issue.server.ts";
import type { Invoice } from "#app/features/invoices/model.ts";
import { getBusinessDetails } from "#app/features/business/queries.server.ts";
import { recordPayment } from "#app/features/ledger/payments.server.ts";
import { invoiceReminders } from "#app/features/invoices/reminders.server.tsx";
import { quoteReminders } from "#app/features/quotes/sending.server.ts";
import { sendDueReminders } from "#app/features/reminders/send.server.ts";
import type { Db } from "#app/server/database/db.server.ts";
import type { PaymentMethod } from "#app/server/database/enums.ts";
import { emails } from "#app/server/database/tables.server.ts";
import { addDays, startOfDay } from "#app/values/calendar.ts";
import { owner } from "./factories.ts";
import { atHour } from "./reminders.tsx";

/* Invoices with their reminders, from a week before the day on which they are due. */

export const issuedOn = "2020-11-21";
export const dueOn = "2020-11-28";
/** A time of the day so many days after the due day. */
export const after = (days: number, hours = 10) => atHour(addDays(dueOn, days), hours);

export async function anIssued(db: Db, given: Partial<NewInvoice> = {}): Promise<Invoice> {
  const invoice: NewInvoice = {
    kind: "other",
    buyerName: "Ada Client",
    buyerEmail: "ada@client.example",
    title: "Garden party",
    lines: [{ text: "Piano", amount: 775_00 }],
    total: 775_00,
    gst: null,
    dueOn,
    ...given,
  };
  const now = new Date(startOfDay(issuedOn).getTime() + 36_000_000);
  const issuing = { details: await getBusinessDetails(db), by: owner.email };
  const [issued] = await db.transaction((tx) => issueInvoices(tx, [invoice], issuing, now));
  return issued!;
}

export const sendDue = (db: Db, now: Date) =>
  sendDueReminders(db, { quote: quoteReminders, invoice: invoiceReminders }, now);

export const reminderEmails = (db: Db) =>
  db
    .select()
    .from(emails)
    .where(eq(emails.kind, "invoice-reminder"))
    .orderBy(asc(emails.createdAt), asc(emails.id));

/** The subjects of what goes out, looked at every morning from day to day. */
export async function remindersUntil(db: Db, lastDay: number, firstDay = -7) {
  for (let day = firstDay; day <= lastDay; day++) await sendDue(db, after(day));
  return (await reminderEmails(db)).map(({ subject }) => subject);
}

/** As the owner types it. */
export function pay(
  db: Db,
  { id }: Pick<Invoice, "id">,
  amount: number,
  now: Date,
  method: PaymentMethod = "payid",
) {
  const externalId = `form ${randomUUID()}`;
  const payment = { invoiceId: id, paidOn: "2020-11-22", amount, method, externalId };
  return db.transaction((tx) => recordPayment(tx, payment, owner.email, now));
}
