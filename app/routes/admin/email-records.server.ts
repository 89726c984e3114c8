import { getBookingEmailRecord } from "#app/features/ameb/queries.server.ts";
import type { Administrator } from "#app/features/auth/model.ts";
import { getMessageEmailRecord } from "#app/features/contact/queries.server.ts";
import { getAppointmentEmailRecord } from "#app/features/diary/emails.server.tsx";
import type { AboutKind } from "#app/features/email/fields.ts";
import type { EmailRecord, EmailSource } from "#app/features/email/model.ts";
import { getInvoiceEmailRecord } from "#app/features/invoices/reminders.server.tsx";
import { getQuoteEmailRecord } from "#app/features/quotes/queries.server.ts";
import type { Db } from "#app/server/database/db.server.ts";

const readers: Record<AboutKind, typeof getQuoteEmailRecord> = {
  quotes: getQuoteEmailRecord,
  invoices: getInvoiceEmailRecord,
  appointments: getAppointmentEmailRecord,
  "ameb-bookings": getBookingEmailRecord,
  inbox: getMessageEmailRecord,
};

export function emailSource(
  by: Administrator,
  { kind, id }: Pick<EmailSource, "kind" | "id">,
): EmailSource {
  return { kind, id, read: (db) => readers[kind](db, by, id) };
}

export async function newestEmailRecords(
  db: Db,
  by: Administrator,
  kinds: readonly AboutKind[],
): Promise<EmailRecord[]> {
  const found = [];
  for (const kind of kinds) found.push(await readers[kind](db, by, null));
  return found.filter((record) => record !== null);
}
