import type { IncomingMessage } from "node:http";
import { isIP, isIPv6 } from "node:net";
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

/** `::ffff:c000:207`, as `URL` writes an IPv4 address inside IPv6. */
const mappedIPv4 = /^::ffff:([0-9a-f]{1,4}):([0-9a-f]{1,4})$/;

/** Limits count the /64 of an IPv6 address: each customer has at least that (RFC 6177). */
export function networkOf(clientIp: string): string {
  const withoutZone = clientIp.split("%")[0]!;
  if (!isIPv6(withoutZone)) return clientIp;
  // The URL parser normalises the spelling.
  const short = new URL(`http://[${withoutZone}]`).hostname.slice(1, -1);
  const mapped = mappedIPv4.exec(short);
  if (mapped) return mapped.slice(1).flatMap(bytesOf).join(".");
  const [head = "", tail = ""] = short.split("::");
  const before = head.split(":").filter(Boolean);
  const after = tail.split(":").filter(Boolean);
  const zeros = Array.from({ length: 8 - before.length - after.length }, () => "0");
  return `${[...before, ...zeros, ...after].slice(0, 4).join(":")}::/64`;
}

function bytesOf(group: string): number[] {
  const value = Number.parseInt(group, 16);
  return [value >> 8, value & 255];
}
