import { href } from "react-router";
import { and, desc, eq, getTableColumns, isNull } from "drizzle-orm";
import type { PgTable } from "drizzle-orm/pg-core";
import type { Administrator } from "#app/features/auth/model.ts";
import type { Db } from "#app/server/database/db.server.ts";
import { absoluteUrl } from "#app/server/http/site-url.server.ts";
import { amebBookings, contactMessages, invoices } from "#app/server/database/tables.server.ts";
import { type AboutKind, aboutKinds, type EmailDraft, placeholderNames } from "./model.ts";
import type { RecordFields } from "./placeholders.ts";
import { quotePlaceholders } from "./quote-placeholders.ts";

type About = { kind: AboutKind; id: string };

export type EmailRecord = Pick<EmailDraft, "about" | "recipientEmail" | "subject" | "record">;

export async function getEmailRecord(
  db: Db,
  _by: Administrator,
  { kind, id }: About,
): Promise<EmailRecord | null> {
  return readers[kind](db, id);
}

/** The newest record of each kind, for the preview of a template. */
export async function newestEmailRecords(db: Db, _by: Administrator): Promise<EmailRecord[]> {
  const found = [];
  for (const kind of aboutKinds) found.push(await readers[kind](db, null));
  return found.filter((record) => record !== null);
}

/** Each reads the record with an id, or the newest without one. */
const readers: Record<AboutKind, (db: Db, id: string | null) => Promise<EmailRecord | null>> = {
  async quotes(db, id) {
    const [quote] = await db
      .select()
      .from(invoices)
      .where(id === null ? undefined : eq(invoices.id, id))
      .orderBy(desc(invoices.createdAt))
      .limit(1);
    if (!quote) return null;
    const found = emailRecord("quotes", invoices, quote, {
      label: quote.clientName,
      recipientEmail: quote.clientEmail,
      subject: `Regarding your quote for ${quote.eventTitle || quote.invoiceType}`,
    });
    const link =
      quote.slug && !quote.draft ? absoluteUrl(href("/quotes/:slug?", { slug: quote.slug })) : "";
    return { ...found, record: { ...found.record, ...quotePlaceholders(quote), quote_link: link } };
  },
  async "ameb-bookings"(db, id) {
    const [booking] = await db
      .select()
      .from(amebBookings)
      .where(and(isNull(amebBookings.deletedAt), id === null ? undefined : eq(amebBookings.id, id)))
      .orderBy(desc(amebBookings.createdAt))
      .limit(1);
    if (!booking) return null;
    return emailRecord("ameb-bookings", amebBookings, booking, {
      label: booking.studentParentName,
      recipientEmail: booking.contactEmail,
      subject: "Regarding your AMEB booking",
    });
  },
  async inbox(db, id) {
    const [message] = await db
      .select()
      .from(contactMessages)
      .where(id === null ? undefined : eq(contactMessages.id, id))
      .orderBy(desc(contactMessages.createdAt))
      .limit(1);
    if (!message) return null;
    return emailRecord("inbox", contactMessages, message, {
      label: message.name,
      recipientEmail: message.email,
      subject: "Regarding your message",
    });
  },
};

type EmailText = { label: string; recipientEmail: string; subject: string };

function emailRecord(
  kind: AboutKind,
  table: PgTable,
  row: { id: string } & Record<string, unknown>,
  { label, recipientEmail, subject }: EmailText,
): EmailRecord {
  const all = Object.entries(getTableColumns(table)).map(
    ([property, column]) => [column.name, row[property]] as const,
  );
  const record: RecordFields = Object.fromEntries(
    all.filter(([name]) => placeholderNames[kind].includes(name)),
  );
  return { about: { kind, id: row.id, label }, recipientEmail, subject, record };
}
