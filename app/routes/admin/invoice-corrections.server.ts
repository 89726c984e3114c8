import type { Administrator } from "#app/features/auth/model.ts";
import {
  correctionMessages,
  type CreditResult,
  creditInvoice,
  voidInvoice,
  type VoidResult,
} from "#app/features/invoices/correct.server.ts";
import { type InvoiceAnswer, invoiceNotFound } from "#app/features/invoices/payment-answers.ts";
import {
  creditSchema,
  refundCreditSchema,
  voidSchema,
} from "#app/features/invoices/payment-schema.ts";
import { explainRefunds } from "#app/features/invoices/refund-answers.server.ts";
import { getDb } from "#app/server/database/db.server.ts";
import { check } from "#app/values/rules.ts";
import { type Command, invalid, type Values, wholeNumber } from "./invoice-commands.ts";

export const corrections = {
  async void(by, id, values) {
    const checked = check(voidSchema, values);
    if (!checked.ok) return invalid(checked.errors);
    const tell = values["void-tell"] !== undefined;
    const result = await voidInvoice(getDb(), by, id, checked.value.reason, new Date(), tell);
    const isTold = result.ok && result.isTold;
    const told = isTold ? ` ${result.invoice.buyerName} gets an email about it.` : "";
    return correctionAnswer(result, `This invoice is now void.${told}`);
  },
  async credit(by, id, values) {
    const checked = check(creditSchema, values);
    if (!checked.ok) return invalid(checked.errors);
    const credited = wholeNumber(values.seen_credited);
    const tell = values["credit-tell"] !== undefined;
    const result = await creditInvoice(getDb(), by, id, { ...checked.value, credited, tell });
    if (!result.ok && result.reason === "amount")
      return invalid({ amount: correctionMessages.amount });
    const number = result.ok ? result.creditNote.number : "";
    return correctionAnswer(result, `Credit note ${number} is issued.`);
  },
  async "credit-refund"(by, id, values) {
    const checked = check(refundCreditSchema, values);
    if (!checked.ok) return invalid(checked.errors);
    return explain(by, id, values, "called-off", checked.value.reason);
  },
  async "refund-again"(by, id, values) {
    return explain(by, id, values, "again");
  },
} satisfies Record<string, Command>;

async function explain(
  by: Administrator,
  id: string,
  values: Values,
  purpose: "called-off" | "again",
  reason = "",
): Promise<InvoiceAnswer> {
  const answer = { purpose, reason, seen: wholeNumber(values.seen_returned) };
  const result = await explainRefunds(getDb(), by, id, answer);
  if (result.ok) return { status: 200, state: { ok: true, message: explained[purpose] } };
  if (result.reason === "not-found") return invoiceNotFound;
  const message = "Not done: this invoice has changed since you opened it. Check it and try again.";
  return { status: 409, state: { ok: false, message } };
}

const explained = {
  "called-off": "A credit note takes the refund off this invoice.",
  again: "This invoice asks for the refunded money again.",
};

function correctionAnswer(result: VoidResult | CreditResult, done: string): InvoiceAnswer {
  if (result.ok) return { status: 200, state: { ok: true, message: done } };
  if (result.reason === "not-found") return invoiceNotFound;
  return { status: 409, state: { ok: false, message: correctionMessages[result.reason] } };
}
