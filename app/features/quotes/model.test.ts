import { expect, test } from "vitest";
import { livePianoType } from "./pricing.ts";
import { balanceDueDay, functionName, quoteState, quoteStatus, shortId } from "./model.ts";

test("the balance is due 7 days before the event, across months and leap days", () => {
  const invoiceType = livePianoType;
  expect(balanceDueDay({ invoiceType, eventDate: "2026-03-05" })).toBe("2026-02-26");
  expect(balanceDueDay({ invoiceType, eventDate: "2028-03-07" })).toBe("2028-02-29");
  expect(balanceDueDay({ invoiceType, eventDate: null })).toBeNull();
});

test("the status is derived", () => {
  const now = new Date();
  expect(quoteStatus({ acceptedAt: null, rejectedAt: null })).toBe("pending");
  expect(quoteStatus({ acceptedAt: now, rejectedAt: null })).toBe("accepted");
  expect(quoteStatus({ acceptedAt: null, rejectedAt: now })).toBe("rejected");
  expect(shortId({ id: "0123456789ab" })).toBe("01234567");
});

const NOW = new Date("2026-03-10T02:00:00Z");
const untouched = {
  acceptedAt: null,
  rejectedAt: null,
  closedAs: null,
  draft: false,
  validUntil: null,
};

test.each([
  [{}, "pending"],
  [{ draft: true }, "draft"],
  [{ validUntil: "2026-03-10" }, "pending"],
  [{ validUntil: "2026-03-09" }, "expired"],
  [{ validUntil: "2026-03-09", acceptedAt: NOW }, "accepted"],
  [{ validUntil: "2026-03-09", rejectedAt: NOW }, "rejected"],
  [{ rejectedAt: NOW, closedAs: "declined" }, "declined"],
  [{ rejectedAt: NOW, closedAs: "withdrawn" }, "withdrawn"],
  // Another program that accepts knows nothing of our reasons.
  [{ acceptedAt: NOW, closedAs: "declined" }, "accepted"],
  [{ closedAs: "declined" }, "pending"],
] as const)("a quote with %j is %s", (given, state) => {
  expect(quoteState({ ...untouched, ...given }, NOW)).toBe(state);
});

test.each([
  ["Spring Musical Quote", "submit-spring-musical-quote"],
  ["Café Müller Quote", "submit-cafe-muller-quote"],
  ["  St. Kilda's  Gala  Quote ", "submit-st-kilda-s-gala-quote"],
  ["Corporate evening", "submit-corporate-quote"],
  ["Quote", "submit-quote"],
])("the API accepts a %j at %s", (type, name) => {
  expect(functionName(type)).toBe(name);
});
