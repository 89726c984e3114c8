import { and, eq, isNotNull, isNull, type SQL, sql } from "drizzle-orm";
import type { Administrator } from "#app/features/auth/model.ts";
import type { Db } from "#app/server/database/db.server.ts";
import { matches, readPage } from "#app/server/database/list.server.ts";
import { contactMessages } from "#app/server/database/tables.server.ts";
import type { ListQuery, ListPage } from "#app/ui/admin/list-query.ts";
import type { ContactMessage, InboxTab } from "./model.ts";

const { spamReason, state } = contactMessages;
const genuine = isNull(spamReason);

/** What is suspected stands in its own tab and in no other. */
const conditions: Record<InboxTab, SQL | undefined> = {
  new: and(genuine, eq(state, "new")),
  answered: and(genuine, eq(state, "answered")),
  archived: and(genuine, eq(state, "archived")),
  all: genuine,
  quarantine: isNotNull(spamReason),
};

/** The messages of a tab of the inbox, as the list's address asks for them. */
export function listContactMessages(
  db: Db,
  _asker: Administrator,
  tab: InboxTab,
  list: ListQuery,
): Promise<ListPage<ContactMessage>> {
  const source = {
    table: contactMessages,
    sorts: { created: contactMessages.createdAt, name: sql`lower("name")` },
    id: contactMessages.id,
  };
  return readPage(db, source, list, [conditions[tab], matches(contactMessages, list.search)]);
}
