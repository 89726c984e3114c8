import { and, eq, inArray, ne, notInArray, or, type SQL, sql } from "drizzle-orm";
import type { PgColumn } from "drizzle-orm/pg-core";
import { content } from "#app/content/content.ts";
import type { Administrator } from "#app/features/auth/model.ts";
import type { Db } from "#app/server/database/db.server.ts";
import { getSettings, type Settings } from "#app/server/env.server.ts";
import {
  auditEntries,
  amebBookings,
  clientNotes,
  credits,
  contactMessages,
  diaryEntries,
  quotes,
  emails,
  quoteEvents,
  salesInvoices,
  subscribers,
  users,
  verifications,
  waitingList,
} from "#app/server/database/tables.server.ts";
import { check, emailAddress, text } from "#app/values/rules.ts";
import * as z from "zod/mini";
import { allOf, countOf } from "#app/values/wording.ts";

/** A person who may be exported or erased; only {@link findPerson} makes one. */
export type Person = { address: string };

type Studio = Pick<Settings, "OWNER_EMAIL" | "MAIL_FROM" | "ADMIN_EMAILS">;

/** `reason`: not an email, or the studio's own, whose emails are about other people. */
export async function findPerson(
  db: Db,
  _by: Administrator,
  typed: string,
  settings: Studio = getSettings(),
): Promise<{ person: Person } | { person: null; reason: string }> {
  const checked = check(emailAddress(notAnEmail), typed);
  if (!checked.ok) return { person: null, reason: notAnEmail };
  const address = checked.value.toLowerCase();
  const own = [settings.OWNER_EMAIL ?? "", content().site.email, ...settings.ADMIN_EMAILS].map(
    (email) => email.toLowerCase(),
  );
  const isOwn =
    own.includes(address) ||
    emailsIn(settings.MAIL_FROM).has(address) ||
    (await isAdministrator(db, address));
  return isOwn ? { person: null, reason: studioEmail } : { person: { address } };
}

async function isAdministrator(db: Db, address: string): Promise<boolean> {
  return (await db.$count(users, and(is(users.email, address), ne(users.role, "user")))) > 0;
}

export const acceptanceEmailKinds = [
  "acceptance-receipt",
  "acceptance-copy",
  "acceptance-notice",
  "booking-cancelled",
];

/** Emails to the owner about a person belong to the person who gets the answer. */
const notices = [
  "contact-message",
  "event-enquiry",
  "ameb-enquiry",
  "acceptance-notice",
  "decline-notice",
  "appointment-notice",
  "exam-notice",
  "package-notice",
];

const is = (column: PgColumn, address: string): SQL => sql`lower(${column}) = ${address}`;

export function recordsOf(db: Db, { address }: Person) {
  const messages = is(contactMessages.email, address);
  const bookings = is(amebBookings.contactEmail, address);
  const newsletter = is(subscribers.email, address);
  const theirQuotes = is(quotes.clientEmail, address);
  // The person may have accepted with another email than the quote's.
  const acceptances = and(
    eq(quoteEvents.kind, "accepted"),
    sql`lower(${quoteEvents.data}->>'clientEmail') = ${address}`,
  );
  const accepted = db.select({ id: quoteEvents.quoteId }).from(quoteEvents).where(acceptances);
  const acceptedQuotes = inArray(quotes.id, accepted);
  const isBuyer = is(salesInvoices.buyerEmail, address);
  const theirInvoices = or(
    isBuyer,
    sql`exists (select 1 from sales_invoices corrected
      where corrected.id = ${salesInvoices.creditsId} and lower(corrected.buyer_email) = ${address})`,
  );
  // Includes entries that show a quote's event or an exam.
  const diary = is(diaryEntries.clientEmail, address);
  const isAbout = (reference: PgColumn, { id }: { id: PgColumn }, where: SQL) =>
    inArray(reference, db.select({ id }).from(id.table).where(where));
  const theirEmails = or(
    isAbout(emails.appointmentId, diaryEntries, diary),
    isAbout(emails.contactMessageId, contactMessages, messages),
    isAbout(emails.amebBookingId, amebBookings, bookings),
    isAbout(emails.quoteId, quotes, theirQuotes),
    isAbout(emails.salesInvoiceId, salesInvoices, isBuyer),
    isAbout(emails.subscriberId, subscribers, newsletter),
    and(notInArray(emails.kind, notices), is(emails.recipient, address)),
    and(inArray(emails.kind, notices), is(emails.replyTo, address)),
    // This email tells the quote's client who accepted on their behalf.
    and(eq(emails.kind, "acceptance-copy"), inArray(emails.quoteId, accepted)),
  );
  const accounts = is(users.email, address);
  const notes = eq(clientNotes.email, address);
  return {
    messages,
    bookings,
    newsletter,
    quotes: theirQuotes,
    acceptances,
    acceptedQuotes,
    invoices: theirInvoices,
    packages: is(credits.clientEmail, address),
    waiting: is(waitingList.email, address),
    diary,
    emails: theirEmails,
    accounts,
    notes,
  };
}

export async function activityAbout(db: Db, { address }: Person, records: readonly string[]) {
  const about = isAnyOf(auditEntries.subjectId, records);
  const words = sql`concat(${auditEntries.label}, ' ', ${auditEntries.before}, ' ', ${auditEntries.after})`;
  const found = await db
    .select({
      id: auditEntries.id,
      label: auditEntries.label,
      before: auditEntries.before,
      after: auditEntries.after,
      about: sql<boolean>`coalesce(${about}, false)`,
    })
    .from(auditEntries)
    .where(or(about, holds(words, address)));
  return found
    .filter((entry) => entry.about || namesEmail([entry.label, entry.before, entry.after], address))
    .map(({ id }) => id);
}

export async function verificationsAbout(db: Db, { address }: Person): Promise<string[]> {
  const words = sql`concat(${verifications.identifier}, ' ', ${verifications.value})`;
  const found = await db.select().from(verifications).where(holds(words, address));
  return found
    .filter(({ identifier, value }) => namesEmail([identifier, value], address))
    .map(({ id }) => id);
}

/** Narrows the candidates: {@link namesEmail} rules out longer emails that contain this one. */
const holds = (words: SQL, address: string): SQL => sql`strpos(lower(${words}), ${address}) > 0`;

/** One JSON parameter for all values: one for each could exceed the limit of a query. */
export function isAnyOf(column: PgColumn, values: readonly (string | number)[]): SQL {
  const type = sql.raw(column.getSQLType());
  const list = sql`jsonb_array_elements_text(${JSON.stringify(values)}::jsonb)`;
  return sql`${column} in (select value::${type} from ${list})`;
}

/** Characters that no email address here may contain. */
const between = /[\s\u0000-\u001f\u007f,;:<>()[\]\\"]+/;
const opening = /^['‘“«]+/;
const closing = /['’”»….!?*]+$/;

export function emailsIn(written: string): Set<string> {
  const tokens = written
    .toLowerCase()
    .split(between)
    .filter((token) => token.includes("@"));
  return new Set(
    tokens.flatMap((token) => [token, token.replace(opening, "").replace(closing, "")]),
  );
}

/** Compares whole emails only, in nested keys and values. */
export function namesEmail(value: unknown, address: string): boolean {
  if (typeof value === "string") return emailsIn(value).has(address);
  if (typeof value !== "object" || value === null) return false;
  return Object.entries(value).some(
    ([key, inner]) => namesEmail(key, address) || namesEmail(inner, address),
  );
}

const wrongEmail = "That doesn't match the client's email.";
const notAnEmail = "This isn't an email address, so there's no client data here.";
const studioEmail =
  "This is one of your own addresses. Its emails are about other people, so they stay.";

export function erasedNotice(erased: string, kept: { quotes: number; invoices: number }): string {
  const forTax = [
    kept.quotes > 0 && countOf(kept.quotes, "accepted quote"),
    kept.invoices > 0 && countOf(kept.invoices, "invoice"),
  ].filter((part) => part !== false);
  if (forTax.length === 0) return erased ? `Deleted: ${erased}.` : "There was nothing to delete.";
  return `Deleted: ${erased || "nothing"}. Kept for tax: ${allOf(forTax)}.`;
}

/** Erasing can't be undone, so the owner types the email to confirm. */
export function erasureSchema(email: string) {
  return z.object({
    address: text().check(
      z.refine((typed) => typed.toLowerCase() === email.toLowerCase(), { error: wrongEmail }),
    ),
  });
}
