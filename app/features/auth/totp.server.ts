import { createHmac, randomBytes } from "node:crypto";

/* RFC 6238 as all authenticator apps use it: SHA-1, six digits, 30 seconds. */

const period = 30_000;
const alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";

export function newTotpSecret(): string {
  let bits = "";
  for (const byte of randomBytes(20)) bits += byte.toString(2).padStart(8, "0");
  return bits
    .match(/.{5}/g)!
    .map((five) => alphabet[Number.parseInt(five, 2)])
    .join("");
}

function decode(base32: string): Buffer {
  const bits = Array.from(base32, (character) =>
    alphabet.indexOf(character).toString(2).padStart(5, "0"),
  ).join("");
  return Buffer.from(bits.match(/.{8}/g)!.map((eight) => Number.parseInt(eight, 2)));
}

export function totpCode(secret: string, step: number): string {
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(step));
  const digest = createHmac("sha1", decode(secret)).update(counter).digest();
  const offset = digest.at(-1)! & 15;
  return String((digest.readUInt32BE(offset) & 0x7fffffff) % 1_000_000).padStart(6, "0");
}

export const stepAt = (now: Date) => Math.floor(now.getTime() / period);

/** Accepts one step earlier or later, for clocks that differ. */
export function matchingStep(secret: string, code: string, now: Date): number | null {
  const current = stepAt(now);
  return (
    [current, current - 1, current + 1].find((step) => totpCode(secret, step) === code) ?? null
  );
}

export function totpUri(secret: string, issuer: string, account: string): string {
  const label = `${encodeURIComponent(issuer)}:${encodeURIComponent(account)}`;
  const query = { secret, issuer, algorithm: "SHA1", digits: "6", period: "30" };
  return `otpauth://totp/${label}?${new URLSearchParams(query)}`;
}
