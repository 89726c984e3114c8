import { and, eq, gte, isNull, not, notInArray, or, sql } from "drizzle-orm";
import type { Db } from "#app/server/database/db.server.ts";
import {
  amebBookings,
  contactMessages,
  countedQuote,
  diaryEntries,
  emails,
  quotes,
  quoteEvents,
  subscribers,
} from "#app/server/database/tables.server.ts";
import { periodStart } from "#app/values/period.ts";
import { invoicesOf } from "./erasable-invoices.server.ts";
import { namesEmail } from "./naming.ts";
import { acceptanceEmailKinds, isAnyOf, type Person, recordsOf } from "./person.server.ts";
import { idsOf, type Removal } from "./removal.server.ts";
import { retention } from "./retention.ts";

/** `files`: emails that may exist as files. `inDiary`: includes the records' events and exams. */
export async function findErasable(tx: Db, person: Person, now: Date) {
  const theirs = recordsOf(tx, person);
  const { lawful, unpublished, erased, shared } = await quotesOf(tx, person, now);
  const invoices = await invoicesOf(tx, person, erased, now);
  const files = await emailsOf(tx, person, lawful, shared);
  const acceptances = await tx
    .select({ id: quoteEvents.id })
    .from(quoteEvents)
    .where(and(theirs.acceptances, isAnyOf(quoteEvents.quoteId, shared)));
  const removal: Removal = {
    messages: await idsOf(
      tx.select({ id: contactMessages.id }).from(contactMessages).where(theirs.messages),
    ),
    bookings: await idsOf(
      tx.select({ id: amebBookings.id }).from(amebBookings).where(theirs.bookings),
    ),
    quotes: erased,
    invoices: invoices.erased,
    subscribers: await idsOf(
      tx.select({ id: subscribers.id }).from(subscribers).where(theirs.newsletter),
    ),
    appointments: await idsOf(
      tx
        .select({ id: diaryEntries.id })
        .from(diaryEntries)
        .where(and(theirs.diary, eq(diaryEntries.kind, "appointment"))),
    ),
    emails: files.map(({ id }) => id),
  };
  const inDiary = await idsOf(
    tx.select({ id: diaryEntries.id }).from(diaryEntries).where(theirs.diary),
  );
  return {
    removal,
    inDiary,
    unpublished,
    lawful,
    lawfulInvoices: invoices.lawful,
    files,
    acceptances: acceptances.map(({ id }) => id),
  };
}

/** `lawful`: kept for tax; `unpublished`: of those, the person's own; `shared`: only accepted by them. */
async function quotesOf(tx: Db, person: Person, now: Date) {
  const theirs = recordsOf(tx, person);
  const related = await tx
    .select({ id: quotes.id, own: theirs.quotes, lawful: isKeptForTax(now) })
    .from(quotes)
    .where(or(theirs.quotes, theirs.acceptedQuotes))
    .for("update");
  const idsWhere = (matches: (quote: (typeof related)[number]) => unknown) =>
    related.filter(matches).map(({ id }) => id);
  return {
    lawful: idsWhere((quote) => quote.lawful),
    unpublished: idsWhere((quote) => quote.lawful && quote.own),
    erased: idsWhere((quote) => !quote.lawful && quote.own),
    shared: idsWhere((quote) => !quote.lawful && !quote.own),
  };
}

/** Emails to or about the person, and those that told a shared quote's client who accepted it. */
async function emailsOf(tx: Db, person: Person, lawful: string[], shared: string[]) {
  const isErasable = or(
    isNull(emails.quoteId),
    not(isAnyOf(emails.quoteId, lawful)),
    notInArray(emails.kind, acceptanceEmailKinds),
  );
  const file = { id: emails.id, kind: emails.kind, createdAt: emails.createdAt };
  const own = await tx
    .select(file)
    .from(emails)
    .where(and(recordsOf(tx, person).emails, isErasable));
  const ownIds = own.map(({ id }) => id);
  const ofShared = await tx
    .select({ ...file, subject: emails.subject, text: emails.text })
    .from(emails)
    .where(and(isAnyOf(emails.quoteId, shared), not(isAnyOf(emails.id, ownIds))));
  const naming = ofShared.filter(({ subject, text }) =>
    namesEmail([subject, text], person.address),
  );
  return [...own, ...naming];
}

function isKeptForTax(now: Date) {
  const { acceptedAt, rejectedAt, eventDate } = quotes;
  const last = sql`greatest(${acceptedAt}, ${rejectedAt}, ${eventDate}::timestamptz)`;
  const since = periodStart(retention.acceptedQuote, now).toISOString();
  return sql<boolean>`${and(countedQuote, gte(last, since))}`;
}
