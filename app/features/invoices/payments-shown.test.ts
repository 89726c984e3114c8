import { expect, test } from "vitest";
import { shownPayments } from "./model.ts";

const row = (id: number, amount: number, reversesId: number | null = null) => ({
  id,
  amount,
  reversesId,
  paidOn: "2026-11-24",
  method: "payid" as const,
});
const amounts = (...rows: ReturnType<typeof row>[]) =>
  shownPayments(rows).map(({ amount }) => amount);

test("a reversed mistake is not shown to the client", () => {
  expect(amounts(row(1, 777_00), row(2, -777_00, 1), row(3, 775_00))).toEqual([775_00]);
});

test("a payment whose reversal was a mistake is shown once", () => {
  expect(amounts(row(1, 775_00), row(2, -775_00, 1), row(3, 775_00, 2))).toEqual([775_00]);
});

test("a refund is shown, and not once it is reversed", () => {
  expect(amounts(row(1, 775_00), row(2, -75_00))).toEqual([775_00, -75_00]);
  expect(amounts(row(1, 775_00), row(2, -75_00), row(3, 75_00, 2))).toEqual([775_00]);
});

test("what is shown adds up to what came in, whatever other programs wrote", () => {
  const rows = [row(1, 100_00, 1), row(2, 50_00, 3), row(3, -20_00, 2), row(4, 7_00, 99)];
  expect(amounts(...rows).reduce((sum, amount) => sum + amount, 0)).toBe(137_00);
});
