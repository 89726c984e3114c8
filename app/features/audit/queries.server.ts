import { and, desc, eq, inArray, type SQL, sql } from "drizzle-orm";
import { unionAll } from "drizzle-orm/pg-core";
import type { Administrator } from "#app/features/auth/model.ts";
import type { Db } from "#app/server/database/db.server.ts";
import { clampPage, inMonth, matches } from "#app/server/database/list.server.ts";
import { auditEntries, emails, quotes, quoteEvents } from "#app/server/database/tables.server.ts";
import type { ListQuery } from "#app/ui/admin/list-query.ts";
import type { CsvColumns } from "#app/values/csv.ts";
import { type SubjectKind, actionInWords, type ActivityWords, actorInWords } from "./model.ts";
import { changeInWords, changesOf } from "./changes.ts";

export type ActivityEntry = {
  at: Date;
  actor: string;
  action: string;
  kind: string;
  id: string | null;
  label: string;
  event?: QuoteEvent | undefined;
  before: Record<string, unknown> | null;
  after: Record<string, unknown> | null;
};

type QuoteEvent = { title: string | null; day: string | null };

/** Newest first, merged with quote events, which have their own table. */
export async function listActivity(db: Db, _by: Administrator, list: ListQuery) {
  const { kind, month } = list.filters;
  const changed = and(
    kind ? eq(auditEntries.subjectKind, kind as SubjectKind) : undefined,
    inMonth(auditEntries.at, month),
    matches(auditEntries, list.search),
  );
  const found = matches(quotes, list.search);
  const happened = and(
    kind && kind !== "quote" ? sql`false` : undefined,
    inMonth(quoteEvents.at, month),
    found && inArray(quoteEvents.quoteId, db.select({ id: quotes.id }).from(quotes).where(found)),
  );

  const total = (await db.$count(auditEntries, changed)) + (await db.$count(quoteEvents, happened));
  const page = clampPage(list, total);
  const pageSize = list.pageSize ?? total;
  // Each source may fill all pages up to this one.
  const reach = page * pageSize;
  const rows = await unionAll(
    changes(db, changed, reach) as never,
    quoteChanges(db, happened, reach) as never,
  )
    .orderBy(desc(sql`at`))
    .limit(pageSize)
    .offset((page - 1) * pageSize);
  const entries = rows as unknown as ActivityEntry[];
  return { rows: list.pageSize ? await withEvents(db, entries) : entries, total, page };
}

/** Labels name quotes by type, which most share. Looked up for the rows of one page only. */
async function withEvents(db: Db, entries: readonly ActivityEntry[]): Promise<ActivityEntry[]> {
  const ids = entries.flatMap(({ kind, id }) => (kind === "quote" && id ? [id] : []));
  if (ids.length === 0) return [...entries];
  const found = await db
    .select({ id: quotes.id, title: quotes.eventTitle, day: quotes.eventDate })
    .from(quotes)
    .where(inArray(quotes.id, [...new Set(ids)]));
  const events = new Map(found.map(({ id, ...event }) => [id, event]));
  return entries.map((entry) => ({ ...entry, event: events.get(entry.id ?? "") }));
}

const changes = (db: Db, where: SQL | undefined, limit: number) =>
  db
    .select({
      at: auditEntries.at,
      actor: auditEntries.actor,
      action: auditEntries.action,
      kind: sql<string>`${auditEntries.subjectKind}`.as("kind"),
      id: sql<string | null>`${auditEntries.subjectId}`.as("id"),
      label: auditEntries.label,
      before: auditEntries.before,
      after: auditEntries.after,
    })
    .from(auditEntries)
    .where(where)
    .orderBy(desc(auditEntries.at), desc(auditEntries.id))
    .limit(limit);

const quoteChanges = (db: Db, where: SQL | undefined, limit: number) =>
  db
    .select({
      at: quoteEvents.at,
      actor: quoteEvents.actor,
      action: sql<string>`${quoteEvents.kind}`.as("action"),
      kind: sql<string>`'quote'`.as("kind"),
      id: sql<string | null>`${quoteEvents.quoteId}`.as("id"),
      label: sql<string>`${quotes.clientName} || ', ' || ${quotes.invoiceType}`.as("label"),
      before: sql<null>`null::jsonb`.as("before"),
      after: sql<null>`null::jsonb`.as("after"),
    })
    .from(quoteEvents)
    .innerJoin(quotes, eq(quotes.id, quoteEvents.quoteId))
    .where(where)
    .orderBy(desc(quoteEvents.at), desc(quoteEvents.id))
    .limit(limit);

/** What a history says of an email. */
export const emailInHistory = {
  id: emails.id,
  kind: emails.kind,
  subject: emails.subject,
  recipient: emails.recipient,
  state: emails.state,
  createdAt: emails.createdAt,
};

/** A record's changes and emails, newest first. `isAbout`: which emails. */
export async function historyOf(db: Db, kind: SubjectKind, id: string, isAbout: SQL | undefined) {
  const recorded = await db
    .select()
    .from(auditEntries)
    .where(and(eq(auditEntries.subjectKind, kind), eq(auditEntries.subjectId, id)))
    .orderBy(desc(auditEntries.id));
  const sent = await db
    .select(emailInHistory)
    .from(emails)
    .where(isAbout)
    .orderBy(desc(emails.createdAt), desc(emails.id));
  return { changes: recorded, emails: sent };
}

export const activityColumns = (words: ActivityWords): CsvColumns<ActivityEntry> => ({
  At: ({ at }) => at,
  Who: ({ actor, kind }) => actorInWords(actor, kind),
  Action: (entry) => {
    const { verb, suffix } = actionInWords(entry);
    return suffix ? `${verb} ${suffix}` : verb;
  },
  What: (entry) => actionInWords(entry).noun || entry.kind,
  Name: ({ label }) => label,
  Changes: ({ kind, before, after }) =>
    changesOf(before, after, words[kind])
      .map((change) => changeInWords(change, (text) => text))
      .join("\n"),
});
