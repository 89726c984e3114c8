import type { IncomingMessage } from "node:http";
import { isIP } from "node:net";
import { cutCharacters } from "#app/values/text.ts";

/** Set by the listener on every request; what a client sends under this name is dropped. */
export const clientIpHeader = "x-client-address";

export type ClientInfo = { ip: string | null; userAgent: string | null };

export function clientInfoOf({ headers }: { headers: Headers | undefined }): ClientInfo {
  const userAgent = headers?.get("user-agent") ?? null;
  return {
    ip: headers?.get(clientIpHeader) ?? null,
    userAgent: userAgent && cutCharacters(userAgent, 300),
  };
}

/** The IP that the outermost of the trusted `proxies` saw, or else the socket's. */
export function clientIpOf(request: IncomingMessage, proxies: number): string {
  const socketIp = parseIp(request.socket.remoteAddress ?? "") ?? "unknown";
  if (proxies === 0) return socketIp;
  const forwarded = String(request.headers["x-forwarded-for"] ?? "")
    .split(",")
    .map((part) => part.trim())
    .filter(Boolean);
  return parseIp(forwarded.at(-proxies) ?? forwarded[0] ?? "") ?? socketIp;
}

/** Some proxies add a port or brackets. */
function parseIp(written: string): string | null {
  const bare =
    (/^\[(.+)\](?::\d+)?$/.exec(written) ?? /^([\d.]+):\d+$/.exec(written))?.[1] ?? written;
  const ip = bare.replace(/^::ffff:(?=[\d.]+$)/i, "").split("%")[0]!;
  return isIP(ip) ? ip : null;
}
