import { and, eq, ne } from "drizzle-orm";
import type { Db } from "#app/server/db.server.ts";
import { sessions } from "#app/server/tables.server.ts";
import type { Administrator } from "./model.ts";

/** Ends one of the administrator's own sessions; one of somebody else's stays. */
export async function endSession(db: Db, { userId }: Administrator, id: string): Promise<void> {
  await db.delete(sessions).where(and(eq(sessions.id, id), eq(sessions.userId, userId)));
}

/** Ends all of the administrator's own sessions but one. */
export async function endOtherSessions(db: Db, { userId }: Administrator, current: string): Promise<void> {
  await db.delete(sessions).where(and(eq(sessions.userId, userId), ne(sessions.id, current)));
}
