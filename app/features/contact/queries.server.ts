import { and, eq, isNotNull, type SQL, sql } from "drizzle-orm";
import type { Administrator } from "#app/features/auth/model.ts";
import type { Db } from "#app/server/database/db.server.ts";
import { inMonth, matches, readPage } from "#app/server/database/list.server.ts";
import { contactMessages, isGenuineMessage } from "#app/server/database/tables.server.ts";
import type { ListQuery, ListPage } from "#app/ui/admin/list-query.ts";
import type { ContactMessage, InboxTab } from "./model.ts";

const { spamReason, state } = contactMessages;

const conditions: Record<InboxTab, SQL | undefined> = {
  new: and(isGenuineMessage, eq(state, "new")),
  answered: and(isGenuineMessage, eq(state, "answered")),
  archived: and(isGenuineMessage, eq(state, "archived")),
  all: isGenuineMessage,
  quarantine: isNotNull(spamReason),
};

export async function getContactMessage(
  db: Db,
  _by: Administrator,
  id: string,
): Promise<ContactMessage | null> {
  const [message] = await db.select().from(contactMessages).where(eq(contactMessages.id, id));
  return message ?? null;
}

export function listContactMessages(
  db: Db,
  _by: Administrator,
  tab: InboxTab,
  list: ListQuery,
): Promise<ListPage<ContactMessage>> {
  const source = {
    table: contactMessages,
    sorts: { created: contactMessages.createdAt, name: sql`lower("name")` },
    id: contactMessages.id,
  };
  return readPage(db, source, list, [
    conditions[tab],
    inMonth(contactMessages.createdAt, list.filters.month),
    matches(contactMessages, list.search),
  ]);
}
