import type { SpamReason } from "#app/server/database/enums.ts";
import type { FormToken } from "./form-token.server.ts";

/** More links than this in one message are an advertisement. */
const linksAllowed = 2;

const link = /(?:https?:\/\/|www\.)[^\s"\\]+/gi;
const markup = /<a\s|\[url[=\]]/i;

/** Why a form looks as if a program had filled it in, or null. Whatever is suspected is kept for the owner to see. */
export function spamReasonOf(
  honeypot: string,
  token: FormToken,
  content: unknown,
): SpamReason | null {
  if (honeypot) return "trap";
  if (token.is === "forged" || token.is === "hasty") return token.is;
  const written = JSON.stringify(content);
  if (markup.test(written) || (written.match(link)?.length ?? 0) > linksAllowed) return "links";
  return null;
}
