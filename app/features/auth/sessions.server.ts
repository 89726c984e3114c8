import { and, eq, lte } from "drizzle-orm";
import { recordActivity } from "#app/features/audit/record.server.ts";
import type { Db } from "#app/server/database/db.server.ts";
import { sessions } from "#app/server/database/tables.server.ts";
import { type Administrator, lifetimes } from "./model.ts";
import { countOf } from "#app/values/wording.ts";

/** A session ends after a week, however busy it is. */
export const isExpiredSession = (now: Date) =>
  lte(sessions.createdAt, new Date(now.getTime() - lifetimes.session));

export async function deleteExpiredSession(db: Db, token: string, now = new Date()): Promise<void> {
  await db.delete(sessions).where(and(eq(sessions.token, token), isExpiredSession(now)));
}

export async function endSessionsWithoutFactor(
  tx: Db,
  { userId, email }: Administrator,
  now: Date,
): Promise<void> {
  const unproved = and(eq(sessions.userId, userId), eq(sessions.aal, "aal1"));
  const ended = await tx.delete(sessions).where(unproved).returning({ id: sessions.id });
  if (ended.length === 0) return;
  const label = `${countOf(ended.length, "session")} without a second factor`;
  await recordEndedSessions(tx, email, label, now);
}

export function recordEndedSessions(
  tx: Db,
  actor: string,
  label: string,
  now: Date,
): Promise<void> {
  return recordActivity(tx, { actor, action: "ended", subject: { kind: "session", label } }, now);
}
