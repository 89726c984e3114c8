import { data } from "react-router";
import { type LinkAction, subscriberOf } from "#app/features/newsletter/links.server.ts";
import { type Db, getDb } from "#app/server/database/db.server.ts";

/** The link is a secret of the subscriber's. */
export const newsletterLinkHeaders = {
  "Cache-Control": "no-store",
  "X-Robots-Tag": "noindex",
  "Referrer-Policy": "no-referrer",
};

/** Whether a link is ours. Looking changes nothing: mail programs look at every link. */
export function checkLink(deed: LinkAction, request: Request) {
  const known = subscriberOf(deed, request.url) !== null;
  return data({ known }, { status: known ? 200 : 404, headers: newsletterLinkHeaders });
}

/** Does what a link names, by the page's button or by the one click of mail programs (RFC 8058). */
export async function followLink(
  deed: LinkAction,
  request: Request,
  command: (db: Db, subscriberId: string) => Promise<boolean>,
) {
  const id = subscriberOf(deed, request.url);
  const done = id !== null && (await command(getDb(), id));
  return data({ done }, { status: done ? 200 : 404, headers: newsletterLinkHeaders });
}
