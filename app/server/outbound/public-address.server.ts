import { lookup } from "node:dns";
import { BlockList, isIPv6, type LookupFunction } from "node:net";

/* Keeps requests to addresses that a person entered away from the server's own network. */

const reserved = new BlockList();
// From IANA's special-purpose registries: none of these is public.
for (const [network, bits] of [
  ["0.0.0.0", 8],
  ["10.0.0.0", 8],
  ["100.64.0.0", 10],
  ["127.0.0.0", 8],
  ["169.254.0.0", 16],
  ["172.16.0.0", 12],
  ["192.0.0.0", 24],
  ["192.0.2.0", 24],
  ["192.168.0.0", 16],
  ["198.18.0.0", 15],
  ["198.51.100.0", 24],
  ["203.0.113.0", 24],
  ["224.0.0.0", 3],
] as const)
  reserved.addSubnet(network, bits, "ipv4");
// Includes two ways to write an IPv4 address as one of these (Teredo, 6to4).
for (const [network, bits] of [
  ["2001::", 23],
  ["2001:db8::", 32],
  ["2002::", 16],
  ["3fff::", 20],
] as const)
  reserved.addSubnet(network, bits, "ipv6");

const global = new BlockList();
global.addSubnet("2000::", 3, "ipv6");

export function isPublicAddress(ip: string): boolean {
  if (isIPv6(ip)) return global.check(ip, "ipv6") && !reserved.check(ip, "ipv6");
  return !reserved.check(ip, "ipv4");
}

export class NotPublic extends Error {
  override name = "NotPublic";
}

/** Fails for a name with any address that is not allowed. */
export function guardedLookup(isAllowed: (ip: string) => boolean): LookupFunction {
  return (hostname, options, callback) =>
    lookup(hostname, { ...options, all: true }, (error, addresses) => {
      if (error) return callback(error, "", 0);
      const [first] = addresses;
      if (!first || !addresses.every(({ address }) => isAllowed(address)))
        return callback(new NotPublic(`${hostname} has no public address`), "", 0);
      if (options.all) return callback(null, addresses);
      callback(null, first.address, first.family);
    });
}
