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
])("the link of %s calls one number that a phone can dial", ([phone, link]) => {
  expect(phoneLink(phone!)).toBe(link);
});
