import { expect, test } from "vitest";
import { deviceName, maskedPhone, normalisePhone, safeAdminPath } from "./model.ts";

test.each([
  ["0412 345 678", "+61412345678"],
  ["(03) 9555-0101", "+61395550101"],
  ["+44 20 7946 0958", "+442079460958"],
  ["0044 20 7946 0958", "+442079460958"],
  ["12345", null],
  ["+0 1234 5678", null],
  ["0412 345 678; 0499", null],
  ["(03)\u00a09555\u20110101", "+61395550101"],
  ["+61\u2009412\u202f345\u2013678", "+61412345678"],
  ["", null],
])("the typed number %j is kept as %j", (typed, phone) => {
  expect(normalisePhone(typed)).toBe(phone);
});

test("a phone number is shown in part only", () => {
  expect(maskedPhone("+61412345678")).toBe("+61 ••• 678");
});

test.each([
  [
    "Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 Version/18.0 Safari/604.1",
    "Safari on iOS",
  ],
  [
    "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/130.0 Safari/537.36 Edg/130.0",
    "Edge on Windows",
  ],
  ["Mozilla/5.0 (X11; Linux x86_64; rv:130.0) Gecko/20100101 Firefox/130.0", "Firefox on Linux"],
  ["curl/8.0", "Unknown browser"],
  [null, "Unknown browser"],
])("a user agent is shown as browser and system", (agent, name) => {
  expect(deviceName(agent)).toBe(name);
});

test.each([
  "/admin",
  "/admin/quotes?show=pending",
  "/admin/quotes/5d1b0c7e-0000-4000-8000-000000000001",
])("a sign-in leads to %s", (next) => {
  expect(safeAdminPath(next)).toBe(next);
});

test.each([
  "https://evil.example",
  "//evil.example",
  "///evil.example",
  "/\\evil.example",
  "\\\\evil.example",
  "https:evil.example",
  "javascript:alert(1)",
  "data:text/html,x",
  "/admin@evil.example",
  "/admin/../..//evil.example",
  "/admin//evil.example",
  "/%2f%2fevil.example",
  "/admin%2f%2fevil.example",
  "/admin/%5cevil.example",
  "/admin?x=//evil.example",
  " //evil.example",
  "/administrator",
  "/.evil.example/admin",
  "/login?next=//evil.example",
  "admin",
  "?admin",
  "/admin#//evil.example",
])("a sign-in does not lead to %j", (next) => {
  expect(safeAdminPath(next)).toBe("/admin");
});
