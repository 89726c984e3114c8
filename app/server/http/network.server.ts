import { isIPv6 } from "node:net";

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
