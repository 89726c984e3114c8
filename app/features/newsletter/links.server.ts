import { absoluteUrl } from "#app/server/http/site-url.server.ts";
import { isSigned, sign } from "#app/server/secret.server.ts";

/* Links are signed and need no record: unsubscribing must work years later. */

export type LinkAction = "confirm" | "unsubscribe";

export function newsletterLink(action: LinkAction, subscriberId: string): string {
  return absoluteUrl(
    `/newsletter/${action}?who=${subscriberId}.${sign("newsletter link", `${action} ${subscriberId}`)}`,
  );
}

/** Null if we didn't sign the link. */
export function subscriberOf(action: LinkAction, url: string): string | null {
  const [id = "", signature = ""] = (new URL(url).searchParams.get("who") ?? "").split(".");
  return isSigned("newsletter link", `${action} ${id}`, signature) ? id : null;
}
