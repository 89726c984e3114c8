import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { fromCents } from "#app/values/money.ts";
import {
  noAddOns,
  offeredAddOns,
  selectedAddOns,
  acceptedPrice,
  breakdownTotal,
  breakdownOf,
  quotePrice,
  ratesOf,
  studentRatesOf,
} from "./pricing.ts";

const livePiano = {
  invoiceType: "Live Piano Services Quote",
  totalAmount: "1200.00",
  details: {} as Record<string, unknown> | null,
};
const musical = { ...livePiano, invoiceType: "Spring Musical Quote", totalAmount: "400.00" };

describe("the price of a live piano quote", () => {
  test.each([
    [false, false, 1200, 600],
    [true, false, 1550, 775],
    [false, true, 1900, 950],
    [true, true, 2250, 1125],
  ])("extra hour %s, rehearsal %s: A$%d, deposit A$%d", (extraHour, rehearsal, total, deposit) => {
    expect(quotePrice(ratesOf(livePiano), { extraHour, rehearsal })).toEqual({
      total: total * 100,
      deposit: deposit * 100,
      balance: (total - deposit) * 100,
    });
  });

  test("is its total, which includes the add-ons in its details", () => {
    const accepted = {
      ...livePiano,
      totalAmount: "1550.00",
      details: { selected_add_ons: { extraHour: true, rehearsal: false } },
    };
    expect(ratesOf(accepted).base).toBe(120000);
    expect(acceptedPrice(accepted).total).toBe(155000);
    expect(quotePrice(ratesOf(accepted), selectedAddOns(accepted)).total).toBe(155000);
  });

  test("invalid details are ignored", () => {
    for (const details of [
      null,
      { rates: "free" },
      { rates: { base: -5, extraHour: "x" } },
      { selected_add_ons: { extraHour: "yes" } },
      JSON.parse('{"__proto__":{"rates":{"base":"0.00"}}}'),
    ]) {
      expect(ratesOf({ ...livePiano, details })).toEqual({
        base: 120000,
        extraHour: 35000,
        rehearsal: 70000,
      });
      expect(selectedAddOns({ ...livePiano, details })).toEqual({
        extraHour: false,
        rehearsal: false,
      });
    }
  });

  test("both add-ons are offered, unless the quote leaves one out", () => {
    expect(offeredAddOns(livePiano)).toEqual(["rehearsal", "extraHour"]);
    expect(
      offeredAddOns({
        ...livePiano,
        details: { offered_add_ons: { extraHour: false, rehearsal: true } },
      }),
    ).toEqual(["rehearsal"]);
    expect(offeredAddOns(musical)).toEqual([]);
  });
});

describe("the price of an hourly quote", () => {
  test("is 3 hours at A$100 and A$100 of preparation: A$400, half of it deposit", () => {
    expect(breakdownOf(musical)).toEqual({ hourlyRate: 10000, hours: 3, preparation: 10000 });
    expect(quotePrice(ratesOf(musical), noAddOns)).toEqual({
      total: 40000,
      deposit: 20000,
      balance: 20000,
    });
    expect(studentRatesOf(musical)).toEqual([
      { minutes: 15, price: 3000 },
      { minutes: 30, price: 5000 },
      { minutes: 45, price: 7500 },
    ]);
  });

  test.each([
    ["100.00", 3, "100.00", 40000],
    ["100.00", 2.5, "0.00", 25000],
    ["95.50", 0.5, "20.25", 6800],
    ["120.00", 8, "0", 96000],
  ])(
    "%s an hour, %d hours, %s of preparation, from its own record",
    (hourlyRate, hours, preparation, total) => {
      const quote = {
        ...musical,
        totalAmount: fromCents(total),
        details: { rates: { hourlyRate, hours, preparation, rehearsals: { 30: "55.00" } } },
      };
      expect(ratesOf(quote).base).toBe(total);
      expect(breakdownTotal(breakdownOf(quote)!)).toBe(total);
      expect(studentRatesOf(quote)).toEqual([{ minutes: 30, price: 5500 }]);
    },
  );

  test("a total that differs from the usual figures is not broken down", () => {
    expect(breakdownOf({ ...musical, totalAmount: "550.00" })).toBeNull();
    expect(ratesOf({ ...musical, totalAmount: "550.00" }).base).toBe(55000);
    for (const rates of [
      { hourlyRate: "100.00", hours: 0, preparation: "0.00" },
      { hourlyRate: "100.00", hours: 3 },
      { hours: "many" },
    ]) {
      expect(ratesOf({ ...musical, totalAmount: "70.00", details: { rates } }).base).toBe(7000);
    }
  });
});

test("for any amounts, deposit and balance add up to base plus selected add-ons", () => {
  const cents = fc.integer({ min: 0, max: 9_999_999_999 });
  fc.assert(
    fc.property(
      cents,
      cents,
      cents,
      fc.boolean(),
      fc.boolean(),
      (base, extraHour, rehearsal, hour, practice) => {
        const { total, deposit, balance } = quotePrice(
          { base, extraHour, rehearsal },
          { extraHour: hour, rehearsal: practice },
        );
        expect(total).toBe(base + (hour ? extraHour : 0) + (practice ? rehearsal : 0));
        expect(deposit + balance).toBe(total);
        expect(deposit - balance === 0 || deposit - balance === 1).toBe(true);
      },
    ),
  );
});
