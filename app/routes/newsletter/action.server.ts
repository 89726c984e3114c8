import { data } from "react-router";
import { type LinkAction, subscriberOf } from "#app/features/newsletter/commands.server.tsx";
import { type Db, getDb } from "#app/server/database/db.server.ts";
import { secretLinkHeaders } from "#app/server/http/secret-link.server.ts";

/** GET changes nothing: email apps and scanners open every link. */
export function checkLink(action: LinkAction, request: Request) {
  const known = subscriberOf(action, request.url) !== null;
  return data({ known }, { status: known ? 200 : 404, headers: secretLinkHeaders });
}

/** By the page's button, or by an email app's one-click unsubscribe (RFC 8058). */
export async function followLink(
  action: LinkAction,
  request: Request,
  command: (db: Db, subscriberId: string) => Promise<boolean>,
) {
  const id = subscriberOf(action, request.url);
  const done = id !== null && (await command(getDb(), id));
  return data({ done }, { status: done ? 200 : 404, headers: secretLinkHeaders });
}
