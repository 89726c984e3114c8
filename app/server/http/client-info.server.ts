import type { IncomingMessage } from "node:http";
import { isIP } from "node:net";
import { cutCharacters } from "#app/values/text.ts";

/** Set by the listener on every request. What a client sends under this name is dropped. */
export const clientIpHeader = "x-client-address";

/** Where a request came from, for the record of what was agreed. */
export type ClientInfo = { ip: string | null; userAgent: string | null };

export function clientInfoOf({ headers }: Request): ClientInfo {
  const userAgent = headers.get("user-agent");
  return {
    ip: headers.get(clientIpHeader),
    userAgent: userAgent && cutCharacters(userAgent, 300),
  };
}

/**
 * The IP of a request's client. With `proxies` in front, the one that the outermost trusted proxy
 * saw; with none, the socket's own, whatever the headers claim. A proxy that names no client IP
 * is itself the client.
 */
export function clientIpOf(request: IncomingMessage, proxies: number): string {
  const socketIp = parseIp(request.socket.remoteAddress ?? "") ?? "unknown";
  if (proxies === 0) return socketIp;
  const forwarded = String(request.headers["x-forwarded-for"] ?? "")
    .split(",")
    .map((part) => part.trim())
    .filter(Boolean);
  return parseIp(forwarded.at(-proxies) ?? forwarded[0] ?? "") ?? socketIp;
}

/** An IP without the port or brackets that some proxies write around it; null when it is none. */
function parseIp(written: string): string | null {
  const bare =
    (/^\[(.+)\](?::\d+)?$/.exec(written) ?? /^([\d.]+):\d+$/.exec(written))?.[1] ?? written;
  const ip = bare.replace(/^::ffff:(?=[\d.]+$)/i, "").split("%")[0]!;
  return isIP(ip) ? ip : null;
}
