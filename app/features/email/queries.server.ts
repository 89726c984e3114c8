import { randomUUID } from "node:crypto";
import { and, asc, desc, eq, gt, isNull, sql } from "drizzle-orm";
import type { Administrator } from "#app/features/auth/model.ts";
import type { Db } from "#app/server/database/db.server.ts";
import { restorableSince } from "#app/features/audit/model.ts";
import { matches, readPage } from "#app/server/database/list.server.ts";
import { emailTemplates, emails } from "#app/server/database/tables.server.ts";
import type { ListQuery, ListPage } from "#app/ui/admin/list-query.ts";
import type { AboutKind, EmailDraft, EmailTemplate, Email } from "./model.ts";
import { getEmailRecord } from "./records.server.ts";

const byName = sql`lower(${emailTemplates.name})`;

/** The templates that the list's address asks for, by name. */
export function listTemplates(
  db: Db,
  _asker: Administrator,
  list: ListQuery,
): Promise<ListPage<EmailTemplate>> {
  return readPage(
    db,
    { table: emailTemplates, sorts: { name: byName }, id: emailTemplates.id },
    list,
    [isNull(emailTemplates.deletedAt), matches(emailTemplates, list.search)],
  );
}

/** A template by its id, or null. */
export async function getTemplate(
  db: Db,
  _asker: Administrator,
  id: string,
): Promise<EmailTemplate | null> {
  const [template] = await db
    .select()
    .from(emailTemplates)
    .where(and(eq(emailTemplates.id, id), isNull(emailTemplates.deletedAt)));
  return template ?? null;
}

/** What the composer needs for a letter about a record, or null when that is gone. */
export async function getEmailDraft(
  db: Db,
  asker: Administrator,
  about: { kind: AboutKind; id: string },
): Promise<EmailDraft | null> {
  const found = await getEmailRecord(db, asker, about);
  if (!found) return null;
  const templates = await db
    .select({
      id: emailTemplates.id,
      name: emailTemplates.name,
      subject: emailTemplates.subject,
      body: emailTemplates.body,
    })
    .from(emailTemplates)
    .where(isNull(emailTemplates.deletedAt))
    .orderBy(byName, asc(emailTemplates.id));
  return { ...found, key: randomUUID(), body: "", templates };
}

/** The letters that the list's address asks for, newest first unless it says otherwise. */
export function listEmails(
  db: Db,
  _asker: Administrator,
  list: ListQuery,
): Promise<ListPage<Email>> {
  const { state } = list.filters;
  return readPage(
    db,
    {
      table: emails,
      sorts: { created: emails.createdAt, recipient: sql`lower("recipient")` },
      id: emails.id,
    },
    list,
    [state ? eq(emails.state, state as Email["state"]) : undefined, matches(emails, list.search)],
  );
}

/** A letter by its id, or null. */
export async function getEmail(db: Db, _asker: Administrator, id: string): Promise<Email | null> {
  const [letter] = await db.select().from(emails).where(eq(emails.id, id));
  return letter ?? null;
}

/** Deleted templates that can still be taken back. */
export function listDeletedTemplates(
  db: Db,
  _asker: Administrator,
  now = new Date(),
): Promise<EmailTemplate[]> {
  return db
    .select()
    .from(emailTemplates)
    .where(gt(emailTemplates.deletedAt, restorableSince(now)))
    .orderBy(desc(emailTemplates.deletedAt))
    .limit(200);
}
