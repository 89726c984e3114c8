import { describe, expect, test } from "vitest";
import { check } from "#app/values/rules.ts";
import { businessSchema, registrationSchema } from "./schema.ts";

const typed = {
  legalName: "Imogen Hale",
  tradingName: "Breath & Key",
  abn: "51 824 753 556",
  postalAddress: "12 Sample Street\nKew VIC 3101",
  payIdKind: "phone",
  payId: "0491 570 006",
  payIdName: "Imogen Hale",
  bsb: "063-000",
  accountNumber: "1234 5678",
  depositDays: "7",
  invoicePrefix: "inv-",
  invoicing: "on",
  sessionInvoicing: "each",
  gstBasis: "cash",
};
const checked = (given: object, hasGst = false) =>
  check(businessSchema(hasGst), { ...typed, ...given });
const errors = (given: object, hasGst = false) => {
  const outcome = checked(given, hasGst);
  return outcome.ok ? {} : outcome.errors;
};

describe("business details", () => {
  test("are kept as plain figures, however they were typed", () => {
    expect(checked({})).toEqual({
      ok: true,
      value: {
        ...typed,
        abn: "51824753556",
        payId: "+61491570006",
        bsb: "063000",
        accountNumber: "12345678",
        depositDays: 7,
        invoicePrefix: "INV-",
        invoicing: true,
      },
    });
  });

  test.each(
    Array.from(
      "\t \u00a0\u2007\u2009\u202f\u3000-\u2010\u2011\u2012\u2013\u2014\u2015\u2212\uff0d\u00ad",
    ),
  )("are the same figures with %j between them", (sign) => {
    const given = {
      abn: ["51", "824", "753", "556"].join(sign),
      payId: ["0491", "570", "006"].join(sign),
      bsb: ["063", "000"].join(sign),
      accountNumber: ["1234", "5678"].join(sign),
    };
    expect(checked(given)).toEqual(checked({}));
    expect(checked({ payIdKind: "abn", payId: given.abn })).toMatchObject({
      value: { payId: "51824753556" },
    });
  });

  test.each([
    { abn: "ABN 51 824 753 556" },
    { abn: "abn:51824753556" },
    { abn: "A.B.N. 51 824 753 556" },
    { abn: "ABN\u00a0No. 51 824 753 556" },
    { abn: "ABN – 51 824 753 556" },
    { abn: "ABN=51.824.753.556" },
    { abn: "ABN (51 824 753 556)" },
    { abn: "５１ ８２４ ７５３ ５５６" },
    { bsb: "BSB - 063.000" },
    { bsb: "BSB: 063 000" },
    { accountNumber: "Acc. no. 1234 5678" },
    { accountNumber: "Account number: 12345678" },
    { payId: "PayID: (04) 9157 0006" },
  ])("are the same figures behind their name: %j", (given) => {
    expect(checked(given)).toEqual(checked({}));
    expect(checked({ payIdKind: "abn", payId: "ABN 51 824 753 556" })).toMatchObject({
      value: { payId: "51824753556" },
    });
  });

  test("may all be empty while invoicing is off", () => {
    const nothing = {
      depositDays: "7",
      invoicePrefix: "INV-",
      sessionInvoicing: "off",
      gstBasis: "cash",
    };
    expect(check(businessSchema(true), nothing)).toMatchObject({ ok: true });
  });

  test.for<[string, Record<string, string>, string]>([
    ["abn", { abn: "51 824 753 557" }, "This is not an ABN: check its 11 digits."],
    ["abn", { abn: "5182475355" }, "This is not an ABN: check its 11 digits."],
    ["payId", { payIdKind: "email" }, "This is not an email address."],
    [
      "payId",
      { payId: "0191 570 006" },
      "This is not an Australian phone number, such as 0491 570 006.",
    ],
    [
      "payId",
      { payId: "+1 202 555 0100" },
      "This is not an Australian phone number, such as 0491 570 006.",
    ],
    ["payId", { payIdKind: "abn" }, "This is not an ABN: check its 11 digits."],
    ["payId", { payIdKind: "" }, "Choose which kind of PayID this is, or leave it empty."],
    ["payId", { payId: "" }, "Enter the PayID, or choose that you have none."],
    ["payIdKind", { payIdKind: "toString" }, "Choose a kind."],
    ["bsb", { bsb: "06300" }, "A BSB has 6 digits, such as 063-000."],
    ["bsb", { bsb: "" }, "Enter the BSB that goes with the account number."],
    ["accountNumber", { accountNumber: "1234" }, "An account number has 5 to 9 digits."],
    ["accountNumber", { accountNumber: "1234567890" }, "An account number has 5 to 9 digits."],
    ["accountNumber", { accountNumber: "" }, "Enter the account number that goes with the BSB."],
    ["depositDays", { depositDays: "366" }, "Enter a whole number of days from 0 to 365."],
    ["depositDays", { depositDays: "-1" }, "Enter a whole number of days from 0 to 365."],
    ["depositDays", { depositDays: "" }, "Enter a whole number of days from 0 to 365."],
    ["legalName", { legalName: "" }, "Enter your legal name: invoices have to show it."],
    [
      "legalName",
      { legalName: "x".repeat(201) },
      "The legal name must not be longer than 200 characters.",
    ],
  ])("say what is wrong with %s: %j", ([field, given, message]) => {
    expect(errors(given)).toEqual({ [field]: message });
  });

  test.each([
    ["email", "Pay@Site.example", "Pay@Site.example"],
    ["phone", "+61 (0)3 9876 5432", null],
    ["phone", "(03) 9876 5432", "+61398765432"],
    ["phone", "+61 491 570 006", "+61491570006"],
    ["abn", "51 824 753 556", "51824753556"],
  ])("take a PayID of kind %s, %s, as %s", (payIdKind, payId, stored) => {
    const outcome = checked({ payIdKind, payId });
    expect(outcome.ok && outcome.value.payId).toBe(stored ?? false);
  });

  test("need a way to pay before invoicing is on: a PayID or an account", () => {
    const none = { payIdKind: "", payId: "", bsb: "", accountNumber: "" };
    expect(errors(none)).toEqual({
      payId: "Add a PayID, or a BSB and account number, so that clients can pay.",
    });
    expect(errors({ ...none, invoicing: "" })).toEqual({});
    expect(errors({ ...none, bsb: typed.bsb, accountNumber: typed.accountNumber })).toEqual({});
    expect(errors({ bsb: "", accountNumber: "" })).toEqual({});
  });

  test("need an ABN before invoicing is on", () => {
    expect(errors({ abn: "" }, true)).toEqual({
      abn: "Enter your ABN: while you're registered for GST, invoices must show it.",
    });
    expect(errors({ abn: "" }, false)).toEqual({
      abn: "Enter your ABN: invoices have to show it.",
    });
    expect(errors({ abn: "", invoicing: "" }, false)).toEqual({});
  });
});

describe("an invoice prefix", () => {
  test.each(["INV-", "BK", "2026INV-", "A1B2C3DE-", "bk-"])("may be %s", (invoicePrefix) => {
    expect(checked({ invoicePrefix })).toMatchObject({
      value: { invoicePrefix: invoicePrefix.toUpperCase() },
    });
  });

  test.each([
    "",
    "I",
    "7",
    "-",
    "INV-1",
    "INV2026",
    "ABCDEFGHI",
    "IN V",
    "INV--",
    "ÄB-",
    "CN-",
    "cn",
    "IN/",
  ])("may not be %j", (invoicePrefix) =>
    expect(Object.keys(errors({ invoicePrefix }))).toEqual(["invoicePrefix"]),
  );
});

describe("a GST registration", () => {
  test("has a first day, and a last day or none", () => {
    expect(check(registrationSchema, { starts: "2026-07-01", ends: "" })).toEqual({
      ok: true,
      value: { starts: "2026-07-01", ends: null },
    });
  });

  test.for([
    [{ starts: "", ends: "" }, { starts: "Enter a date." }],
    [{ starts: "2026-02-30", ends: "" }, { starts: "Enter a date." }],
    [
      { starts: "2026-07-01", ends: "never" },
      { ends: "Enter a date, or leave it empty while you're registered." },
    ],
    [
      { starts: "2026-07-02", ends: "2026-07-01" },
      { ends: "The last day can't be before the first." },
    ],
  ] as const)("is refused as %j", ([given, wrong]) => {
    expect(check(registrationSchema, given)).toEqual({ ok: false, errors: wrong });
  });
});
