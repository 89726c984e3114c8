import { describe, expect, test } from "vitest";
import {
  toPublicInvoice,
  headlineOf,
  nextPayment,
  stateSentences,
  subjectOf,
} from "./public-invoice.ts";
import { type Invoice, isToPay } from "./model.ts";

const today = "2026-11-24";
const account = {
  id: "an-id",
  kind: "deposit",
  number: "INV-0001",
  slug: "a-link",
  buyerName: "Ada Client",
  title: "Garden party",
  lines: [],
  note: "",
  seller: null,
  total: 775_00,
  gst: 70_45,
  paid: 0,
  credited: 0,
  issuedOn: "2026-11-21",
  dueOn: "2026-11-28",
  voidedAt: null,
} as unknown as Invoice;
const nothing = { payments: [], credits: [], corrects: null, others: [], quoteSlug: null };

function read(given: Partial<Invoice>, around: Partial<typeof nothing> | object = {}) {
  const invoice = toPublicInvoice({ ...account, ...given }, { ...nothing, ...around }, today);
  const { main, rest } = headlineOf(invoice);
  const sentences = stateSentences(invoice).join(" ");
  return { big: [main, rest].filter(Boolean).join(" "), sentences, toPay: isToPay(invoice) };
}

describe("a client reads", () => {
  test("what is owed and by when", () => {
    expect(read({})).toEqual({
      big: "A$775.00 due by Saturday, 28 November 2026",
      sentences: "",
      toPay: true,
    });
    expect(read({ dueOn: today }).big).toBe("A$775.00 due today");
    expect(read({ dueOn: null }).big).toBe("A$775.00");
  });

  test("when it was due, without blame, while a transfer may be on its way", () => {
    expect(read({ issuedOn: "2026-11-22", dueOn: "2026-11-23" })).toEqual({
      big: "A$775.00 due by Monday, 23 November 2026",
      sentences: "",
      toPay: true,
    });
  });

  test("thanks for a part, and what is still to come", () => {
    expect(read({ paid: 300_00 })).toMatchObject({
      big: "A$475.00 due by Saturday, 28 November 2026",
      sentences: "Thank you for A$300.00 so far. A$475.00 is still to come.",
    });
  });

  test("kindly that an invoice is overdue", () => {
    expect(read({ dueOn: "2026-11-23", paid: 300_00 })).toEqual({
      big: "A$475.00 was due on Monday, 23 November 2026",
      sentences:
        "Thank you for A$300.00 so far. If you've just paid, thank you: a transfer can take a day " +
        "or two to reach me. If something's in the way, email me and we'll sort it out.",
      toPay: true,
    });
  });

  test("that it is paid, how much and when", () => {
    const payments = [{ paidOn: "2026-11-23", amount: 775_00, method: "payid" }];
    expect(read({ paid: 775_00 }, { payments })).toEqual({
      big: "Paid. Thank you. A$775.00 on Monday, 23 November 2026",
      sentences: "There's nothing more to do.",
      toPay: false,
    });
  });

  test("that it is paid on the day of its last payment, not on that of a return", () => {
    const payments = [
      { paidOn: "2026-11-22", amount: 400_00, method: "payid" },
      { paidOn: "2026-11-20", amount: 400_00, method: "cash" },
      { paidOn: "2026-11-24", amount: -25_00, method: "payid" },
    ];
    expect(read({ paid: 775_00 }, { payments }).big).toBe(
      "Paid. Thank you. A$775.00, the last of it on Sunday, 22 November 2026",
    );
  });

  test("by how much too much was paid", () => {
    expect(read({ paid: 800_00 })).toEqual({
      big: "Paid. Thank you.",
      sentences: "You've paid A$25.00 more than was due. I'll be in touch about returning it.",
      toPay: false,
    });
  });

  test("that a void invoice and one of nothing ask for nothing", () => {
    expect(read({ voidedAt: new Date() })).toMatchObject({
      big: "Cancelled There's nothing to pay.",
      toPay: false,
    });
    expect(read({ total: 0 })).toEqual({ big: "Nothing to pay", sentences: "", toPay: false });
  });

  test("which credit note took an invoice's amount off", () => {
    const credits = [{ ...account, kind: "credit-note", number: "CN-0001", slug: "b" }];
    expect(read({ credited: 775_00 }, { credits })).toEqual({
      big: "Nothing to pay A$775.00 taken off by credit note CN-0001",
      sentences: "",
      toPay: false,
    });
  });

  test("which invoice a credit note corrects", () => {
    expect(read({ kind: "credit-note", dueOn: null }, { corrects: account })).toMatchObject({
      big: "A$775.00 off invoice INV-0001",
      toPay: false,
    });
  });
});

test("an invoice says what it is for", () => {
  const subject = (given: Partial<Invoice>) =>
    subjectOf(toPublicInvoice({ ...account, ...given }, nothing, today));
  expect(subject({})).toBe("Deposit for Garden party");
  expect(subject({ kind: "other" })).toBe("For Garden party");
  expect(subject({ title: "" })).toBeNull();
});

describe("the next payment of a quote", () => {
  const linked = (given: Partial<Parameters<typeof nextPayment>[0][number]>) => ({
    slug: "a-link",
    number: "INV-0001",
    kind: "deposit" as const,
    total: 775_00,
    rest: 775_00,
    state: "open" as const,
    due: "due by Saturday, 28 November 2026",
    ...given,
  });
  const balance = linked({
    kind: "balance",
    slug: "second",
    due: "due by Saturday, 9 January 2027",
  });

  test("is the deposit, then the balance, then nothing", () => {
    expect(nextPayment([linked({}), balance])).toEqual({
      sentence: "The deposit of A$775.00 is due by Saturday, 28 November 2026.",
      action: "Pay the deposit",
      slug: "a-link",
      number: "INV-0001",
    });
    expect(nextPayment([linked({ rest: 0, state: "paid" }), balance])).toMatchObject({
      sentence: "The balance of A$775.00 is due by Saturday, 9 January 2027.",
      action: "Pay the balance",
      slug: "second",
    });
    expect(nextPayment([linked({ rest: -5_00, state: "paid" })])).toBeNull();
  });

  test("that is paid in part says what is left of what, and by when", () => {
    const rest = { rest: 100_00, state: "part-paid" as const };
    expect(nextPayment([linked(rest)])?.sentence).toBe(
      "A$100.00 of your deposit is still to pay, by Saturday, 28 November 2026.",
    );
    expect(nextPayment([linked({ ...rest, kind: "full" })])?.sentence).toBe(
      "A$100.00 of A$775.00 is still to pay, by Saturday, 28 November 2026.",
    );
    expect(nextPayment([linked({ ...rest, due: "due today" })])?.sentence).toBe(
      "A$100.00 of your deposit is still to pay, due today.",
    );
    expect(nextPayment([linked({ ...rest, due: null })])?.sentence).toBe(
      "A$100.00 of your deposit is still to pay.",
    );
  });

  test("of one invoice for the whole names no part", () => {
    expect(nextPayment([linked({ kind: "full", due: "due today" })])).toMatchObject({
      sentence: "A$775.00 is due today.",
      action: "Pay the invoice",
    });
  });

  test("that is overdue says since when", () => {
    const due = "was due on Monday, 23 November 2026";
    expect(nextPayment([linked({ state: "overdue", due })])?.sentence).toBe(
      "The deposit of A$775.00 was due on Monday, 23 November 2026.",
    );
    expect(nextPayment([linked({ state: "overdue", due, rest: 100_00 })])?.sentence).toBe(
      "A$100.00 of your deposit is still to pay and was due on Monday, 23 November 2026.",
    );
  });
});
