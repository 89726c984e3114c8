import { desc } from "drizzle-orm";
import type { Administrator } from "#app/features/auth/model.ts";
import type { Db } from "#app/server/db.server.ts";
import { contactMessages } from "#app/server/tables.server.ts";
import type { ContactMessage } from "./model.ts";

/** The newest messages, newest first. */
export function listContactMessages(db: Db, _asker: Administrator): Promise<ContactMessage[]> {
  return db.select().from(contactMessages).orderBy(desc(contactMessages.createdAt), contactMessages.id).limit(50);
}
