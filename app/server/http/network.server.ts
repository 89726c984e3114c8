import { isIPv6 } from "node:net";

/** `::ffff:c000:207`, as `URL` spells an IPv4 client IP inside IPv6. */
const mappedIPv4 = /^::ffff:([0-9a-f]{1,4}):([0-9a-f]{1,4})$/;

/**
 * What limits count instead of client IPs. Providers give each customer 64 bits of IPv6 or more
 * (RFC 6177), so all of those are one network; an IPv4 client IP is a network of its own.
 * Anything else is returned as it is.
 */
export function networkOf(clientIp: string): string {
  const withoutZone = clientIp.split("%")[0]!;
  if (!isIPv6(withoutZone)) return clientIp;
  // The URL parser knows the one short spelling of each IP.
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
