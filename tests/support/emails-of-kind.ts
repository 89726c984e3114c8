import { asc, eq } from "drizzle-orm";
import type { Db } from "#app/server/database/db.server.ts";
import { emails } from "#app/server/database/tables.server.ts";

/** The emails of this kind in the outbox, the first one first. */
export const emailsOfKind = (db: Db, kind: string) =>
  db.select().from(emails).where(eq(emails.kind, kind)).orderBy(asc(emails.createdAt));
