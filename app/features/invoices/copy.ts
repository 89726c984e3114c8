import type { FormState } from "#app/server/http/forms.server.ts";
import { longDay } from "#app/values/calendar.ts";
import { formatMoney } from "#app/values/money.ts";
import type { IssuingResult } from "./commands.server.ts";
import type { DetailTexts } from "./schema.ts";
import { type Invoice, restOf, type Payment } from "./model.ts";
import type {
  OwnerPaymentResult,
  PaymentRefusal,
} from "#app/features/bookkeeping/payments.server.ts";
import { issuingRefusals } from "#app/features/business/model.ts";

export const dueRefusal = "The due date must be tomorrow or later, and within two years.";

export function notIssued(result: Exclude<IssuingResult, { ok: true }>): InvoiceAnswer {
  switch (result.reason) {
    case "due":
      return invalid("dueOn", dueRefusal);
    case "not-found":
      return { ...conflict("Not issued: what it's for no longer exists."), status: 404 };
    case "another":
      return conflict(
        `Not issued: ${result.invoice.number ?? "a draft"} was made for this exam after you opened this form. \
If your client owes both, issue it again.`,
      );
    case "issued":
      return conflict("This invoice has already been issued.");
    default:
      return conflict(issuingRefusals[result.reason]);
  }
}

export type InvoiceFormState = FormState & { theirs?: Partial<DetailTexts> };

type InvoiceAnswer = FormState & { status?: number };

export const invoiceNotFound: InvoiceAnswer = {
  ok: false,
  message: "Invoice not found.",
  status: 404,
};

type PaymentIntent = "payment" | "refund" | "undo";

export function paymentAnswer(result: OwnerPaymentResult, intent: PaymentIntent): InvoiceAnswer {
  if (result.ok) return { ok: true, message: success(result) };
  if (result.reason === "not-found") return invoiceNotFound;
  if (result.reason === "stale") return conflict(staleMessage(result.account));
  if (result.reason === "not-overpaid")
    return invalid("amount", notOverpaidMessage(result.account));
  if (result.reason === "reported") return invalid("method", reportedMessage(result.payment));
  return refusal(result.reason, result.account, intent);
}

const conflict = (message: string): InvoiceAnswer => ({ ok: false, message });
const invalid = (field: string, message: string): InvoiceAnswer => ({
  ok: false,
  errors: { [field]: message },
});

type Recorded = Extract<OwnerPaymentResult, { ok: true }>;

function success(result: Recorded): string {
  const early = result.early ? " That's before the invoice was issued." : "";
  return effectSentence(result) + early;
}

function effectSentence({ account, effect, creditNote }: Recorded): string {
  const rest = restOf(account);
  switch (effect) {
    case "part":
      return `Part-payment recorded: ${formatMoney(rest)} is still owing.`;
    case "paid":
      return `Payment recorded: ${account.number} is paid in full.`;
    case "overpaid":
      return `Payment recorded: ${account.number} is overpaid by ${formatMoney(-rest)}.`;
    case "reversal":
      return `Entry undone: ${standing(rest)}.`;
    default:
      return creditNote
        ? `Refund recorded, with credit note ${creditNote.number}: ${standing(rest)}.`
        : `Refund recorded: ${standing(rest)}.`;
  }
}

function standing(rest: number): string {
  if (rest > 0) return `${formatMoney(rest)} is left to pay`;
  return rest === 0 ? "nothing is left to pay" : `it's overpaid by ${formatMoney(-rest)}`;
}

function notOverpaidMessage(account: Invoice): string {
  const over = Math.max(0, -restOf(account));
  return over > 0
    ? `Only ${formatMoney(over)} was paid too much.`
    : "Nothing was paid too much. Choose what else the refund is for.";
}

function staleMessage(account: Invoice): string {
  return `Not recorded: this invoice has changed since you opened it, and now ${standing(
    restOf(account),
  )}. What you typed is still here: check it and record it again.`;
}

function reportedMessage({ amount, paidOn }: Payment): string {
  const what = amount < 0 ? "refund" : "payment";
  return `Stripe has already reported a ${what} of ${formatMoney(Math.abs(amount))}, on \
${longDay(paidOn)}. If this is another one, choose Other.`;
}

function refusal(reason: PaymentRefusal, account: Invoice, intent: PaymentIntent): InvoiceAnswer {
  switch (reason) {
    case "future":
      return invalid("paidOn", "That day hasn't come yet.");
    case "zero":
      return invalid("amount", "Enter an amount, such as 775.00.");
    case "no-reason":
      return invalid("reason", "Say why.");
    case "more-than-paid":
      return intent === "undo"
        ? conflict("Some of this payment was refunded. Undo the refund first.")
        : invalid("amount", `Only ${formatMoney(account.paid)} has come in.`);
    case "draft":
      return conflict("This invoice is a draft. Issue it first, then record the payment.");
    case "void":
      return conflict("This invoice is void, so no money can be recorded on it.");
    case "credit-note":
      return conflict("This is a credit note. Record money on the invoice it corrects.");
    case "reversal":
      return conflict("This entry undoes another one. Record the payment again instead.");
  }
}
