import { getSignedIn, isAdministrator } from "#app/features/auth/session.server.ts";
import type { PublicQuote } from "#app/features/quotes/model.ts";
import { recordView } from "#app/features/quotes/views.server.ts";
import { getDb } from "#app/server/database/db.server.ts";
import { log } from "#app/server/log.server.ts";

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
