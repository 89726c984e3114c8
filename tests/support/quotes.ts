import { desc, eq } from "drizzle-orm";
import { createQuote } from "#app/features/quotes/drafts.server.ts";
import { getQuote, listQuotes, type QuoteList } from "#app/features/quotes/queries.server.ts";
import { quoteListShape } from "#app/routes/admin/quote-lists.ts";
import { sendQuote } from "#app/features/quotes/sending.server.ts";
import type { Db } from "#app/server/database/db.server.ts";
import { emails, quoteEvents } from "#app/server/database/tables.server.ts";
import { readListQuery } from "#app/ui/admin/list-query.ts";
import { aDraft, NOW, owner } from "./factories.ts";

export const LATER = new Date("2026-03-11T02:00:00Z");

export const quoteEmailInput = {
  subject: "Your quote",
  body: "Dear Ada,\n\nhere it is: {{quote_link}}",
};

/** A quote that its client has a link to. */
export async function aSentQuote(db: Db, given: Parameters<typeof aDraft>[0] = {}) {
  const { id } = await createQuote(db, owner, aDraft(given), null, NOW);
  await sendQuote(db, owner, id, quoteEmailInput, NOW);
  return quoteRow(db, id);
}

export const quoteRow = async (db: Db, id: string) => (await getQuote(db, owner, id))!;

export async function newestEmail(db: Db) {
  const [email] = await db.select().from(emails).orderBy(desc(emails.createdAt)).limit(1);
  return email!;
}

export async function listedQuotes(db: Db, name: QuoteList, now = new Date(), sort = "") {
  const query = readListQuery(new URLSearchParams({ sort }), quoteListShape(name));
  return (await listQuotes(db, owner, name, query, now)).rows;
}

/** The kinds of the events of one quote, or of all, in order. */
export async function eventKinds(db: Db, quoteId?: string) {
  const events = await db
    .select({ kind: quoteEvents.kind })
    .from(quoteEvents)
    .where(quoteId ? eq(quoteEvents.quoteId, quoteId) : undefined)
    .orderBy(quoteEvents.id);
  return events.map(({ kind }) => kind);
}
