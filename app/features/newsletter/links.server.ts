import { absoluteUrl } from "#app/server/http/site-url.server.ts";
import { isSigned, sign } from "#app/server/secret.server.ts";

/*
 * The links in a newsletter's letters. They name one subscriber and one deed, and are signed, so
 * nothing has to be kept to know them again; leaving must work years later.
 */

export type LinkAction = "confirm" | "unsubscribe";

/** The address at which a subscriber does a deed. */
export function newsletterLink(deed: LinkAction, subscriberId: string): string {
  return absoluteUrl(
    `/newsletter/${deed}?who=${subscriberId}.${sign("newsletter link", `${deed} ${subscriberId}`)}`,
  );
}

/** The subscriber that a link of ours names, or null. */
export function subscriberOf(deed: LinkAction, url: string): string | null {
  const [id = "", signature = ""] = (new URL(url).searchParams.get("who") ?? "").split(".");
  return isSigned("newsletter link", `${deed} ${id}`, signature) ? id : null;
}
