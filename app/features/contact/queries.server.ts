import { and, desc, eq, isNotNull, isNull } from "drizzle-orm";
import type { Administrator } from "#app/features/auth/model.ts";
import type { Db } from "#app/server/db.server.ts";
import { contactMessages } from "#app/server/tables.server.ts";
import type { ContactMessage, InboxTab } from "./model.ts";

/** The newest messages of a tab of the inbox, newest first. What is suspected stands in its own tab and in no other. */
export function listContactMessages(db: Db, _asker: Administrator, tab: InboxTab): Promise<ContactMessage[]> {
  const genuine = isNull(contactMessages.suspicion);
  const where = tab === "quarantine" ? isNotNull(contactMessages.suspicion) : tab === "all" ? genuine : and(genuine, eq(contactMessages.state, tab));
  return db.select().from(contactMessages).where(where).orderBy(desc(contactMessages.createdAt), contactMessages.id).limit(50);
}
