import { globSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { phoneLink } from "./phone-link.ts";

test.for([
  ["+61 491 570 006", "tel:+61491570006"],
  ["+61 (0)491 570 006", "tel:+61491570006"],
  ["+61 (0) 3 9999 0000", "tel:+61399990000"],
  ["(03) 9999 0000", "tel:0399990000"],
  ["0491–570–006", "tel:0491570006"],
  ["0491 570 006 / 0491 570 007", "tel:0491570006"],
  ["0491 570 006 or 0491 570 007", "tel:0491570006"],
  ["+61 491 570 006 +61 491 570 007", "tel:+61491570006"],
  ["03 9999 0000 ext. 12", "tel:0399990000"],
  ["0491 570 006 0491 570 007", "tel:0491570006"],
  ["0491570006 03 9999 0000", "tel:0491570006"],
  ["9812 3456 9812 3457", "tel:98123456"],
  ["04915700060491570007", "tel:04915700060491570007"],
  ["Mobile: 0491 570 006 (Mia)", "tel:0491570006"],
  ["Tel. + 61 491 570 006", "tel:+61491570006"],
  ["(Mia) 0491 570 006", "tel:0491570006"],
  ["Mia (+61) 491 570 006", "tel:+61491570006"],
  ["+61 0491 570 006", "tel:+61491570006"],
  ["０４９１ ５７０ ００６", "tel:0491570006"],
  ["+49 89 1234 5678 901", "tel:+498912345678901"],
])("the link of %s calls one number that a phone can dial", ([phone, link]) => {
  expect(phoneLink(phone!)).toBe(link);
});

test("no link to call is made without it", () => {
  const makes = (file: string) => /`tel:\$/.test(readFileSync(file, "utf8"));
  const files = globSync("app/**/*.{ts,tsx}", { exclude: ["app/values/phone-link.ts"] });
  expect(files.filter(makes)).toEqual([]);
});
