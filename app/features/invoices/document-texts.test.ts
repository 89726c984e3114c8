import { describe, expect, test } from "vitest";
import { formatPayId } from "#app/features/business/model.ts";
import { howToPay } from "./document-texts.ts";

const details = {
  legalName: "Imogen Hale",
  payId: "51824753556",
  payIdKind: "abn" as const,
  payIdName: "Breath and Key",
  bsb: "063000",
  accountNumber: "12345678",
};
const invoice = {
  kind: "deposit" as const,
  voidedAt: null,
  reference: "INV0001",
  dueOn: "2026-11-28",
  total: 775_00,
  paid: 0,
  credited: 0,
  returned: 0,
};
const said = (...given: Parameters<typeof howToPay>) =>
  howToPay(...given).map(({ label, value, copy }) => [label, value, copy]);

describe("how to pay", () => {
  test("says amount, day, PayID, account and reference, each as a bank takes it", () => {
    expect(said(details, invoice)).toEqual([
      ["Amount", "A$775.00", "775.00"],
      ["Due", "Saturday, 28 November 2026", null],
      ["PayID (ABN)", "51 824 753 556", "51824753556"],
      ["PayID name", "Breath and Key", null],
      ["BSB", "063-000", "063000"],
      ["Account number", "12345678", "12345678"],
      ["Account name", "Imogen Hale", "Imogen Hale"],
      ["Reference", "INV0001", "INV0001"],
    ]);
  });

  test("asks only for what payments and credit notes have left", () => {
    expect(said(details, { ...invoice, paid: 300_00, credited: 75_50 })[0]).toEqual([
      "Amount",
      "A$399.50",
      "399.50",
    ]);
  });

  test("leaves out a way to pay that is not there, or is there by half", () => {
    const labels = (given: object) =>
      said({ ...details, ...given }, invoice).map(([label]) => label);
    expect(labels({ payId: "" })).not.toContain("PayID name");
    expect(labels({ accountNumber: "" })).not.toContain("BSB");
    expect(labels({ payId: "", bsb: "" })).toEqual([]);
  });

  test.for([
    ["void", { voidedAt: new Date() }],
    ["paid", { paid: 775_00 }],
    ["overpaid", { paid: 800_00 }],
    ["credited", { credited: 775_00 }],
    ["a credit note", { kind: "credit-note" as const }],
  ] as const)("says nothing when the document is %s", ([, given]) => {
    expect(howToPay(details, { ...invoice, ...given })).toEqual([]);
  });
});

test.each([
  ["phone", "+61491570006", "0491 570 006"],
  ["phone", "+61398765432", "03 9876 5432"],
  ["phone", "0491570006", "0491 570 006"],
  ["phone", "what else", "what else"],
  ["email", "pay@site.example", "pay@site.example"],
  [null, "51824753556", "51824753556"],
] as const)("a PayID of kind %s, %s, is shown as %s", (payIdKind, payId, shown) => {
  expect(formatPayId({ payIdKind, payId })).toBe(shown);
});
