import { and, eq, sql } from "drizzle-orm";
import type { Db } from "#app/server/database/db.server.ts";
import { quotes, openQuote, quoteEvents } from "#app/server/database/tables.server.ts";

/** Only while the quote is open; the first view is an event. */
export function recordView(db: Db, slug: string, now = new Date()): Promise<void> {
  return db.transaction(async (tx) => {
    const [seen] = await tx
      .update(quotes)
      .set({
        views: sql`${quotes.views} + 1`,
        viewedAt: sql`coalesce(${quotes.viewedAt}, ${now.toISOString()}::timestamptz)`,
      })
      .where(and(eq(quotes.slug, slug), openQuote))
      .returning({ id: quotes.id, views: quotes.views });
    if (seen?.views === 1)
      await tx
        .insert(quoteEvents)
        .values({ quoteId: seen.id, kind: "viewed", actor: "client", at: now });
  });
}
