import { expect, test } from "vitest";
import { formatMoney, formatPrice, fromCents, toCents, typedAmount } from "./money.ts";
import { splitDeposit } from "./terms.ts";

test("amounts are parsed and formatted without floating-point fractions", () => {
  for (const amount of ["0.00", "0.01", "0.10", "19.99", "1200.00", "99999999.99"])
    expect(fromCents(toCents(amount))).toBe(amount);
  expect(toCents("5")).toBe(500);
  expect(toCents("5.5")).toBe(550);
});

test("anything that is not an amount is invalid, and shown as N/A", () => {
  for (const wrong of ["", "-1.00", "1,200.00", "1.234", "NaN", "Infinity", "1e3", " 1"])
    expect(toCents(wrong)).toBeNaN();
  expect([formatMoney(Number.NaN), formatPrice(Number.NaN), fromCents(Number.NaN)]).toEqual([
    "N/A",
    "N/A",
    "NaN",
  ]);
});

test.each([
  ["350", 35000],
  [" A$350.5 ", 35050],
  ["$ 1,200.50", 120050],
  ["1200.50", 120050],
  ["1 200", 120000],
  ["12,345,678", 1234567800],
  ["0.05", 5],
])("%j is typed for %d cents", (typed, cents) => {
  expect(typedAmount(typed)).toBe(cents);
});

test.each(Array.from("\t \u00a0\u2007\u2009\u202f\u3000"))(
  "%j may stand between thousands",
  (blank) => {
    expect(typedAmount(`A$1${blank}200.50`)).toBe(120050);
    expect(typedAmount(`A$${blank}12${blank}345${blank}678`)).toBe(1234567800);
  },
);

test.each([
  "350,50",
  "1,5",
  "1,20",
  "1,2000",
  "1200,000",
  ",500",
  "1,200,50",
  "1.200,50",
  "1.200.50",
  "3 50",
  "350.555",
  "1,200 300",
  "-5",
  "",
  "three",
])("%j is no amount", (typed) => {
  expect(typedAmount(typed)).toBeNull();
});

test("money is shown as A$ with two decimals", () => {
  expect(formatMoney(120000)).toBe("A$1,200.00");
  expect(formatMoney(5)).toBe("A$0.05");
  expect(formatMoney(-35000)).toBe("−A$350.00");
  expect(formatPrice(120000)).toBe("A$1,200");
  expect(formatPrice(7550)).toBe("A$75.50");
});

test("an odd cent goes to the deposit", () => {
  expect(splitDeposit(101)).toEqual({ deposit: 51, balance: 50 });
});
