import { and, eq, sql } from "drizzle-orm";
import { getSignedIn, isAdministrator } from "#app/features/auth/session.server.ts";
import { recordEvent } from "#app/features/quotes/guard.server.ts";
import type { PublicQuote } from "#app/features/quotes/model.ts";
import { getDb, type Db } from "#app/server/database/db.server.ts";
import { log } from "#app/server/log.server.ts";
import { quotes, openQuote } from "#app/server/database/tables.server.ts";

const prefetchHeaders = ["sec-purpose", "purpose", "x-purpose", "x-moz"];

/** Only a person's page view: mail scanners and link previews don't send Sec-Fetch-Dest. */
function isPageView({ method, headers }: Request): boolean {
  const isShown =
    headers.get("sec-fetch-dest") === "document" && headers.get("sec-fetch-mode") === "navigate";
  const isPrefetch = prefetchHeaders.some((name) => headers.has(name));
  return method === "GET" && isShown && !headers.has("content-type") && !isPrefetch;
}

/** Doesn't count the owner's views. A failed count never fails the page. */
export async function countView(
  request: Request,
  slug: string,
  { state }: PublicQuote,
): Promise<void> {
  if (!isPageView(request) || (state !== "pending" && state !== "expired")) return;
  try {
    const user = request.headers.has("cookie") ? await getSignedIn(request) : null;
    if (!user || !isAdministrator(user)) await recordView(getDb(), slug);
  } catch (error) {
    log.warn({ err: error }, "view not counted");
  }
}

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
    if (seen?.views === 1) await recordEvent(tx, seen.id, "viewed", "client", now);
  });
}
