import { and, desc, eq, isNull, sql, getTableColumns } from "drizzle-orm";
import type { Administrator } from "#app/features/auth/model.ts";
import { stateLabel } from "#app/features/diary/model.ts";
import { emailStateLabels } from "#app/features/email/model.ts";
import type { Db } from "#app/server/database/db.server.ts";
import {
  amebBookings,
  contactMessages,
  diaryEntries,
  emails,
  quotes,
  isGenuineMessage,
  isListedBooking,
  payments,
  salesInvoices,
} from "#app/server/database/tables.server.ts";
import {
  byInstant,
  melbourneDay,
  shortTime,
  type Day,
  withShortDays,
} from "#app/values/calendar.ts";
import type { Invoice } from "#app/features/invoices/model.ts";
import { type Payment, paymentMethodLabels } from "#app/features/invoices/payments.ts";
import { formatMoney } from "#app/values/money.ts";

const maxRecords = 200;

export type HistoryEntry = {
  kind: "message" | "appointment" | "booking" | "quote" | "invoice" | "email";
  id: string;
  at: Date;
  title: string;
  text: string;
};

export async function getClientHistory(
  db: Db,
  _by: Administrator,
  email: string,
): Promise<{ names: string[]; entries: HistoryEntry[] }> {
  const clientEmail = email.toLowerCase();
  const today = melbourneDay(new Date());
  const messages = await findMessages(db, clientEmail);
  const appointments = await findAppointmentsOf(db, clientEmail);
  const bookings = await findBookings(db, clientEmail);
  const theirQuotes = await findQuotes(db, clientEmail);
  const money = await findMoney(db, clientEmail);
  const received = await findEmails(db, clientEmail);
  const names = [
    ...appointments.flatMap(({ clientName }) => clientName ?? []),
    ...theirQuotes.map(({ clientName }) => clientName),
    ...bookings.map(({ studentParentName }) => studentParentName),
    ...messages.map(({ name }) => name),
    ...money.invoices.map(({ buyerName }) => buyerName),
  ];
  const entries: HistoryEntry[] = [
    ...messages.map(messageEntry),
    ...appointments.map(appointmentEntry),
    ...bookings.map(bookingEntry),
    ...theirQuotes.flatMap(quoteEntries),
    ...money.invoices.flatMap((invoice) => invoiceEntries(invoice, today)),
    ...money.payments.map(paymentEntry),
    ...received.map(emailEntry),
  ];
  return {
    names: [...new Set(names)],
    entries: entries.sort(newestFirst),
  };
}

/** At equal times an effect sorts above its cause. */
const causes: HistoryEntry["kind"][] = [
  "message",
  "booking",
  "appointment",
  "quote",
  "invoice",
  "email",
];

const newestFirst = (first: HistoryEntry, second: HistoryEntry) =>
  byInstant(second.at, first.at) ||
  causes.indexOf(second.kind) - causes.indexOf(first.kind) ||
  second.title.localeCompare(first.title, "en", { numeric: true });

const findMessages = (db: Db, clientEmail: string) =>
  db
    .select()
    .from(contactMessages)
    .where(and(sql`lower("email") = ${clientEmail}`, isGenuineMessage))
    .orderBy(desc(contactMessages.createdAt))
    .limit(maxRecords);

const findAppointmentsOf = (db: Db, clientEmail: string) =>
  db
    .select()
    .from(diaryEntries)
    .where(
      and(
        sql`lower("client_email") = ${clientEmail}`,
        eq(diaryEntries.kind, "appointment"),
        isNull(diaryEntries.spamReason),
      ),
    )
    .orderBy(desc(diaryEntries.createdAt))
    .limit(maxRecords);

const findBookings = (db: Db, clientEmail: string) =>
  db
    .select()
    .from(amebBookings)
    .where(and(sql`lower("contact_email") = ${clientEmail}`, isListedBooking))
    .orderBy(desc(amebBookings.createdAt))
    .limit(maxRecords);

const findQuotes = (db: Db, clientEmail: string) =>
  db
    .select()
    .from(quotes)
    .where(sql`lower("client_email") = ${clientEmail}`)
    .orderBy(desc(quotes.createdAt))
    .limit(maxRecords);

const findEmails = (db: Db, clientEmail: string) =>
  db
    .select({
      id: emails.id,
      subject: emails.subject,
      state: emails.state,
      createdAt: emails.createdAt,
    })
    .from(emails)
    .where(sql`lower("recipient") = ${clientEmail}`)
    .orderBy(desc(emails.createdAt))
    .limit(maxRecords);

const messageEntry = ({
  id,
  createdAt,
  message,
}: typeof contactMessages.$inferSelect): HistoryEntry => {
  return { kind: "message", id, at: createdAt, title: "Sent a message", text: message };
};

function appointmentEntry(entry: typeof diaryEntries.$inferSelect): HistoryEntry {
  const { id, createdAt, title, student, startsAt } = entry;
  const text = [shortTime(startsAt, ""), student, stateLabel(entry).toLowerCase()];
  return {
    kind: "appointment",
    id,
    at: createdAt,
    title: `Appointment: ${title}`,
    text: text.filter(Boolean).join(", "),
  };
}

const bookingEntry = ({
  id,
  createdAt,
  examBoardGrade,
  status,
}: typeof amebBookings.$inferSelect): HistoryEntry => {
  return { kind: "booking", id, at: createdAt, title: `Asked for ${examBoardGrade}`, text: status };
};

function quoteEntries(quote: typeof quotes.$inferSelect): HistoryEntry[] {
  const { id, createdAt, acceptedAt, rejectedAt, invoiceType, eventTitle } = quote;
  const entry = (at: Date, event: string): HistoryEntry => {
    return { kind: "quote", id, at, title: `${invoiceType} ${event}`, text: eventTitle ?? "" };
  };
  const created = entry(createdAt, "created");
  if (acceptedAt) return [created, entry(acceptedAt, "accepted")];
  return rejectedAt ? [created, entry(rejectedAt, "rejected")] : [created];
}

const emailEntry = ({
  id,
  createdAt,
  subject,
  state,
}: Awaited<ReturnType<typeof findEmails>>[number]): HistoryEntry => {
  return {
    kind: "email",
    id,
    at: createdAt,
    title: `Email: ${subject}`,
    text: emailStateLabels[state],
  };
};

const ofBuyer = (email: string) => sql`lower("buyer_email") = ${email.toLowerCase()}`;

async function findMoney(db: Db, email: string) {
  const invoices = await db
    .select()
    .from(salesInvoices)
    .where(ofBuyer(email))
    .orderBy(desc(salesInvoices.createdAt))
    .limit(maxRecords);
  const paid = await db
    .select({ ...getTableColumns(payments), number: salesInvoices.number })
    .from(payments)
    .innerJoin(salesInvoices, eq(salesInvoices.id, payments.salesInvoiceId))
    .where(ofBuyer(email))
    .orderBy(desc(payments.id))
    .limit(maxRecords);
  return { invoices, payments: paid };
}

function invoiceEntries(invoice: Invoice, today: Day): HistoryEntry[] {
  const { id, number, kind, title, total, issuedAt, voidedAt, voidReason } = invoice;
  if (!issuedAt) return [];
  const name = `${kind === "credit-note" ? "Credit note" : "Invoice"} ${number}`;
  const text = [formatMoney(total), title && withShortDays(title, today)]
    .filter(Boolean)
    .join(", ");
  const issued = { kind: "invoice", id, at: issuedAt, title: `${name} issued`, text } as const;
  if (!voidedAt) return [issued];
  return [issued, { ...issued, at: voidedAt, title: `${name} voided`, text: voidReason ?? "" }];
}

function paymentEntry(payment: Payment & { number: string | null }): HistoryEntry {
  const { salesInvoiceId, at, amount, method, number, reversesId, reason } = payment;
  const sum = formatMoney(Math.abs(amount));
  const what = reversesId ? "Undone:" : amount < 0 ? "Refunded" : "Paid";
  return {
    kind: "invoice",
    id: salesInvoiceId,
    at,
    title: `${what} ${sum}`,
    text: [`${number}, ${paymentMethodLabels[method]}`, reason].filter(Boolean).join(": "),
  };
}
