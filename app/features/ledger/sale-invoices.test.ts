import { expect, test } from "vitest";
import { getBusinessDetails } from "#app/features/business/queries.server.ts";
import { moneyTest } from "#tests/support/money-test.ts";
import { NOW, owner } from "#tests/support/factories.ts";
import { issueSale, settlementOf } from "./sale-invoices.server.ts";

const invoice = (total: number, paid = 0, credited = 0) => ({ total, paid, credited });

test("what was overpaid before stays to be refunded, and pays for nothing new", () => {
  const settled = settlementOf([invoice(775_00, 800_00)], 2000_00);
  expect(settled).toMatchObject({ credited: [], alreadyPaid: 775_00, toRefund: 25_00 });
});

test("a refunded invoice with a credit note is credited in full, not voided", () => {
  const refunded = invoice(775_00, 0, 100_00);
  const credited = [{ invoice: refunded, amount: 675_00 }];
  const settled = settlementOf([refunded], 1300_00);
  expect(settled).toMatchObject({ voided: [], credited, kept: [], alreadyPaid: 0 });
});

test("an invoice to which a card payment may come back is credited, not voided", () => {
  const disputed = { ...invoice(775_00), refundedByCard: 775_00 };
  const credited = [{ invoice: disputed, amount: 775_00 }];
  const settled = settlementOf([disputed], 0);
  expect(settled).toMatchObject({ voided: [], credited, kept: [], toRefund: 0 });
});

test("whatever was paid, the invoices in force come to no more than the new total", () => {
  for (let total = 0; total <= 2000; total += 137)
    for (let first = 0; first <= 900; first += 151)
      for (let second = 0; second <= 900; second += 149)
        for (const credited of [0, 1, 150]) {
          const invoices = [invoice(775, first, Math.min(credited, 775)), invoice(774, second)];
          const settled = settlementOf(invoices, total);
          const { voided, credited: cuts, alreadyPaid, toRefund } = settled;
          const inForce = invoices
            .filter((one) => !voided.includes(one))
            .map((one) => ({
              paid: one.paid,
              left:
                one.total -
                one.credited -
                cuts.filter((cut) => cut.invoice === one).reduce((sum, cut) => sum + cut.amount, 0),
            }));
          expect(inForce.every(({ left, paid }) => left >= 0 && left <= paid)).toBe(true);
          expect(inForce.reduce((sum, { left }) => sum + left, 0)).toBe(alreadyPaid);
          expect(alreadyPaid).toBeLessThanOrEqual(total);
          expect(alreadyPaid + toRefund).toBe(first + second);
        }
});

moneyTest("what costs nothing is sold though it is said to be paid", async ({ db }) => {
  const lines = [{ text: "A present", amount: 0 }];
  const terms = { details: await getBusinessDetails(db), by: owner.email, paidBy: "cash" } as const;
  const sale = { buyerName: "Ada", buyerEmail: "ada@visitor.example", title: "Present", lines };
  expect(await issueSale(db, sale, terms, NOW)).toMatchObject({ total: 0, paid: 0 });
});
