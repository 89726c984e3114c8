import { and, countDistinct, desc, eq, gt, inArray, not, or, sql } from "drizzle-orm";
import type { Administrator } from "#app/features/auth/model.ts";
import { isExpiredSession } from "#app/features/auth/sessions.server.ts";
import type { Db } from "#app/server/database/db.server.ts";
import { getSettings } from "#app/server/env.server.ts";
import { acceptedQuote, quotes, sessions, users } from "#app/server/database/tables.server.ts";

/** Active: with a session that has not expired. */
export async function countActiveAdministrators(
  db: Db,
  _by: Administrator,
  now = new Date(),
): Promise<number> {
  const adminEmails = getSettings().ADMIN_EMAILS;
  const [row] = await db
    .select({ people: countDistinct(sessions.userId) })
    .from(sessions)
    .innerJoin(users, eq(users.id, sessions.userId))
    .where(
      and(
        gt(sessions.expiresAt, now),
        not(isExpiredSession(now)),
        eq(users.emailVerified, true),
        or(
          eq(users.role, "admin"),
          adminEmails.length > 0
            ? inArray(sql`lower(${users.email})`, [...adminEmails])
            : undefined,
        ),
      ),
    );
  return row!.people;
}

export function listRecentlyAccepted(db: Db, _by: Administrator) {
  return db
    .select({
      id: quotes.id,
      clientName: quotes.clientName,
      invoiceType: quotes.invoiceType,
      eventDate: quotes.eventDate,
      totalAmount: quotes.totalAmount,
      acceptedAt: sql<Date>`${quotes.acceptedAt}`.mapWith(quotes.acceptedAt),
    })
    .from(quotes)
    .where(acceptedQuote)
    .orderBy(desc(quotes.acceptedAt), desc(quotes.id))
    .limit(5);
}

export type RecentQuote = Awaited<ReturnType<typeof listRecentlyAccepted>>[number];
