import { describe, expect, test } from "vitest";
import { quoteKindOf } from "./pricing.ts";
import { type Quote, toPublicQuote, agreementOf } from "./model.ts";

test.each([
  ["Live Piano Services Quote", "live-piano"],
  ["Spring Musical Quote", "hourly"],
  ["Live Piano Services quote", "general"],
  ["Corporate evening", "general"],
  ["Quote", "general"],
  ["", "general"],
])("the type %j makes a quote of the kind %s", (invoiceType, kind) => {
  expect(quoteKindOf({ invoiceType })).toBe(kind);
});

describe("a quote of an unknown type", () => {
  const layoutOf = (details: Quote["details"], totalAmount = "400.00") => {
    const row: Partial<Quote> = {
      invoiceType: "Corporate evening",
      clientName: "Ada Client",
      eventDate: "2026-06-20",
      totalAmount,
      details,
      acceptedAt: null,
      rejectedAt: null,
    };
    const quote = toPublicQuote(row as Quote, new Date("2026-03-10T02:00:00Z"));
    return { offers: quote.offers, ...agreementOf(quote) };
  };

  test("shows its client and date, but no playing time", () => {
    expect(layoutOf({}).facts).toEqual([
      ["Prepared for", "Ada Client"],
      ["Date", "Saturday, 20 June 2026"],
    ]);
  });

  test("has a deposit of half, and only terms from its record", () => {
    expect(layoutOf({}).sums).toEqual([
      ["Total", 40000],
      ["50% deposit", 20000],
      ["Balance", 20000],
    ]);
  });

  test("has no add-ons, even if its details name some", () => {
    const details = { selected_add_ons: { rehearsal: true }, rates: { rehearsal: "700.00" } };
    expect(layoutOf(details)).toMatchObject({ offers: [], lines: [] });
    expect(layoutOf(details).sums[0]).toEqual(["Total", 40000]);
  });

  test("shows the hours and student rehearsals of its own details", () => {
    const rates = {
      hourlyRate: "150.00",
      hours: 2,
      preparation: "100.00",
      rehearsals: { 30: "55" },
    };
    expect(layoutOf({ rates })).toMatchObject({
      lines: [
        ["On-site performance, 2 hours at A$150.00", 30000],
        ["Show preparation", 10000],
      ],
      students: [["30 minutes", 5500]],
    });
  });
});
