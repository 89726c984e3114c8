import { and, desc, eq, getTableColumns, type SQL, sql } from "drizzle-orm";
import type { PgColumn, PgTable } from "drizzle-orm/pg-core";
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
import { isAppointment } from "./people.server.ts";

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
  const address = email.toLowerCase();
  const today = melbourneDay(new Date());
  const messages = await newestOf(db, contactMessages, "email", address, isGenuineMessage);
  const appointments = await newestOf(db, diaryEntries, "clientEmail", address, isAppointment);
  const bookings = await newestOf(db, amebBookings, "contactEmail", address, isListedBooking);
  const theirQuotes = await newestOf(db, quotes, "clientEmail", address);
  const invoices = await newestOf(db, salesInvoices, "buyerEmail", address);
  const paid = await findPayments(db, address);
  const received = await findEmails(db, address);
  const names = [
    ...appointments.flatMap(({ clientName }) => clientName ?? []),
    ...theirQuotes.map(({ clientName }) => clientName),
    ...bookings.map(({ studentParentName }) => studentParentName),
    ...messages.map(({ name }) => name),
    ...invoices.map(({ buyerName }) => buyerName),
  ];
  const entries: HistoryEntry[] = [
    ...messages.map(({ id, createdAt, message }) => ({
      kind: "message" as const,
      id,
      at: createdAt,
      title: "Sent a message",
      text: message,
    })),
    ...appointments.map(appointmentEntry),
    ...bookings.map(({ id, createdAt, examBoardGrade, status }) => ({
      kind: "booking" as const,
      id,
      at: createdAt,
      title: `Asked for ${examBoardGrade}`,
      text: status,
    })),
    ...theirQuotes.flatMap(quoteEntries),
    ...invoices.flatMap((invoice) => invoiceEntries(invoice, today)),
    ...paid.map(paymentEntry),
    ...received.map(({ id, createdAt, subject, state }) => ({
      kind: "email" as const,
      id,
      at: createdAt,
      title: `Email: ${subject}`,
      text: emailStateLabels[state],
    })),
  ];
  return { names: [...new Set(names)], entries: entries.sort(newestFirst) };
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

function newestOf<T extends PgTable & Record<"createdAt" | E, PgColumn>, E extends string>(
  db: Db,
  table: T,
  email: E,
  address: string,
  isShown?: SQL,
) {
  const found = db
    .select()
    .from(table as PgTable)
    .where(and(sql`lower(${table[email]}) = ${address}`, isShown))
    .orderBy(desc(table.createdAt))
    .limit(maxRecords);
  return found as unknown as Promise<T["$inferSelect"][]>;
}

const findEmails = (db: Db, address: string) =>
  db
    .select({
      id: emails.id,
      subject: emails.subject,
      state: emails.state,
      createdAt: emails.createdAt,
    })
    .from(emails)
    .where(sql`lower("recipient") = ${address}`)
    .orderBy(desc(emails.createdAt))
    .limit(maxRecords);

const findPayments = (db: Db, address: string) =>
  db
    .select({ ...getTableColumns(payments), number: salesInvoices.number })
    .from(payments)
    .innerJoin(salesInvoices, eq(salesInvoices.id, payments.salesInvoiceId))
    .where(sql`lower("buyer_email") = ${address}`)
    .orderBy(desc(payments.id))
    .limit(maxRecords);

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

function quoteEntries(quote: typeof quotes.$inferSelect): HistoryEntry[] {
  const { id, createdAt, acceptedAt, rejectedAt, invoiceType, eventTitle } = quote;
  const entry = (at: Date, event: string): HistoryEntry => {
    return { kind: "quote", id, at, title: `${invoiceType} ${event}`, text: eventTitle ?? "" };
  };
  const created = entry(createdAt, "created");
  if (acceptedAt) return [created, entry(acceptedAt, "accepted")];
  return rejectedAt ? [created, entry(rejectedAt, "rejected")] : [created];
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
