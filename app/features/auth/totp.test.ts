import { expect, test } from "vitest";
import { matchingStep, newTotpSecret, stepAt, totpCode, totpUri } from "./factors.server.ts";

/** "12345678901234567890" in base32: the key of the examples in RFC 6238, whose last six digits these are. */
const key = "GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ";

test.each([
  [59, "287082"],
  [1_111_111_109, "081804"],
  [1_111_111_111, "050471"],
  [1_234_567_890, "005924"],
  [2_000_000_000, "279037"],
  [20_000_000_000, "353130"],
])("at %i seconds the code is that of RFC 6238", (seconds, code) => {
  expect(totpCode(key, stepAt(new Date(seconds * 1000)))).toBe(code);
});

test("a code works up to half a minute early or late", () => {
  const now = new Date("2026-03-10T02:00:00Z");
  const step = stepAt(now);
  for (const off of [-1, 0, 1])
    expect(matchingStep(key, totpCode(key, step + off), now)).toBe(step + off);
  for (const off of [-2, 2]) expect(matchingStep(key, totpCode(key, step + off), now)).toBeNull();
});

test("each secret is random and has 160 bits", () => {
  const secrets = Array.from({ length: 20 }, newTotpSecret);
  expect(secrets.every((secret) => /^[A-Z2-7]{32}$/.test(secret))).toBe(true);
  expect(new Set(secrets).size).toBe(20);
});

test("the QR code's URL names issuer, account and secret", () => {
  const uri = new URL(totpUri(key, "Breath & Key", "owner@example.com"));
  expect(decodeURIComponent(uri.pathname)).toBe("/Breath & Key:owner@example.com");
  expect(Object.fromEntries(uri.searchParams)).toMatchObject({
    secret: key,
    issuer: "Breath & Key",
    digits: "6",
    period: "30",
  });
});
