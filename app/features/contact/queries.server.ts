import { eq, sql } from "drizzle-orm";
import type { Administrator } from "#app/features/auth/model.ts";
import type { Db } from "#app/server/db.server.ts";
import { matches, readPage } from "#app/server/list.server.ts";
import { contactMessages, searchWords } from "#app/server/tables.server.ts";
import type { ListAddress, Page } from "#app/values/list.ts";
import type { ContactMessage } from "./model.ts";

/** The messages that the list's address asks for, newest first unless it says otherwise. */
export function listContactMessages(db: Db, _asker: Administrator, list: ListAddress, everything = false): Promise<Page<ContactMessage>> {
  const { state } = list.filters;
  return readPage(
    db,
    { table: contactMessages, sorts: { created: contactMessages.createdAt, name: sql`lower("name")` }, id: contactMessages.id },
    list,
    [state ? eq(contactMessages.state, state as ContactMessage["state"]) : undefined, matches(searchWords.contactMessages, list.search)],
    everything,
  );
}
