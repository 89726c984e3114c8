import { and, eq, sql } from "drizzle-orm";
import type { Db } from "#app/server/database/db.server.ts";
import { invoices, openQuote, quoteEvents } from "#app/server/database/tables.server.ts";

/** Counts an opening of the link while the quote is open; the first one is an event. */
export function recordView(db: Db, slug: string, now = new Date()): Promise<void> {
  return db.transaction(async (tx) => {
    const [seen] = await tx
      .update(invoices)
      .set({
        views: sql`${invoices.views} + 1`,
        viewedAt: sql`coalesce(${invoices.viewedAt}, ${now.toISOString()}::timestamptz)`,
      })
      .where(and(eq(invoices.slug, slug), openQuote))
      .returning({ id: invoices.id, views: invoices.views });
    if (seen?.views === 1)
      await tx
        .insert(quoteEvents)
        .values({ invoiceId: seen.id, kind: "viewed", actor: "client", at: now });
  });
}
