import { describe, expect, test } from "vitest";
import { acceptedPrice, balanceDueDay, priceOf, ratesOf, type Quote, quoteStatus, selectedAddOns, shortId } from "./model.ts";

const quote = { invoiceType: "Live Piano Services Quote", totalAmount: "1200.00", details: {}, acceptedAt: null } as unknown as Quote;

describe("the price of a live piano quote", () => {
  test.each([
    [false, false, 1200, 600],
    [true, false, 1550, 775],
    [false, true, 1900, 950],
    [true, true, 2250, 1125],
  ])("extra hour %s, rehearsal %s: A$%d, deposit A$%d", (extraHour, rehearsal, total, deposit) => {
    expect(priceOf(ratesOf(quote), { extraHour, rehearsal })).toEqual({ total: total * 100, deposit: deposit * 100, balance: (total - deposit) * 100 });
  });

  test("deposit and balance always make the total", () => {
    for (let cents = 0; cents < 5_000; cents++) {
      const { deposit, balance, total } = priceOf({ base: cents, extraHour: 0, rehearsal: 0 }, { extraHour: false, rehearsal: false });
      expect(deposit + balance).toBe(total);
      expect(deposit - balance).toBeLessThanOrEqual(1);
    }
  });

  test("an accepted quote's base is its total without the chosen add-ons", () => {
    const accepted = { ...quote, totalAmount: "1550.00", acceptedAt: new Date(), details: { selected_add_ons: { extraHour: true, rehearsal: false } } };
    expect(ratesOf(accepted).base).toBe(120000);
    expect(acceptedPrice(accepted).total).toBe(155000);
  });

  test("details from elsewhere that are not what they should be are left out", () => {
    for (const details of [null, { rates: "free" }, { rates: { base: -5, extraHour: "x" } }, { selected_add_ons: { extraHour: "yes" } }, JSON.parse('{"__proto__":{"rates":{"base":"0.00"}}}')]) {
      expect(ratesOf({ ...quote, details })).toEqual({ base: 120000, extraHour: 35000, rehearsal: 70000 });
      expect(selectedAddOns({ details })).toEqual({ extraHour: false, rehearsal: false });
    }
  });
});

test("the balance is due 7 days before the event, across months and leap days", () => {
  expect(balanceDueDay({ eventDate: "2026-03-05" })).toBe("2026-02-26");
  expect(balanceDueDay({ eventDate: "2028-03-07" })).toBe("2028-02-29");
  expect(balanceDueDay({ eventDate: null })).toBeNull();
});

test("the status is derived", () => {
  const now = new Date();
  expect(quoteStatus({ acceptedAt: null, rejectedAt: null })).toBe("pending");
  expect(quoteStatus({ acceptedAt: now, rejectedAt: null })).toBe("accepted");
  expect(quoteStatus({ acceptedAt: null, rejectedAt: now })).toBe("rejected");
  expect(shortId({ id: "0123456789ab" })).toBe("01234567");
});
