import type { SpamReason } from "#app/server/database/enums.ts";
import type { FormToken } from "./form-token.server.ts";

const maxLinks = 2;

const link = /(?:https?:\/\/|www\.)[^\s"\\]+/gi;
const markup = /<a\s|\[url[=\]]/i;

export function spamReasonOf(
  honeypot: string,
  token: FormToken,
  content: unknown,
): SpamReason | null {
  if (honeypot) return "trap";
  if (token.is === "forged" || token.is === "hasty") return token.is;
  const text = JSON.stringify(content);
  if (markup.test(text) || (text.match(link)?.length ?? 0) > maxLinks) return "links";
  return null;
}
