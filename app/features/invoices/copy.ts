import { reminderIntents, reminderToasts } from "#app/features/reminders/model.ts";
import type { FormState } from "#app/server/http/forms.server.ts";
import type { FormToasts } from "#app/ui/form-toasts.ts";
import { longDay } from "#app/values/calendar.ts";
import { formatMoney } from "#app/values/money.ts";
import type { DetailTexts } from "./schema.ts";
import { type Invoice, restOf } from "./model.ts";
import type { OwnerPaymentResult } from "./owner-payments.server.ts";
import type { Payment } from "./payments.ts";
import type { PaymentRefusal } from "./payments.server.ts";

export const issuingToasts: FormToasts = {
  loading: "Issuing the invoice...",
  success: { title: "Invoice issued." },
  failure: { title: "Failed to issue the invoice.", detail: "Please try again in a moment." },
};

export const sentIssuingToasts: FormToasts = {
  ...issuingToasts,
  success: { title: "Invoice issued. The email is on its way." },
};

export const issuingRefusals = {
  off: "Not issued: invoicing is off. Turn it on in your business details first.",
  incomplete:
    "Not issued: your business details need your legal name, your ABN and how you're paid first.",
} as const;

export const dueRefusal = "The due date must be tomorrow or later, and within two years.";

const draftIntents = ["issue", "discard"] as const;
export type DraftIntent = (typeof draftIntents)[number];

const invoiceIntents = [
  "payment",
  "refund",
  "undo",
  "void",
  "credit",
  "credit-refund",
  "refund-again",
  "send",
  "details",
  ...draftIntents,
  ...reminderIntents,
  "send-reminder",
] as const;
export type InvoiceIntent = (typeof invoiceIntents)[number];

export type InvoiceFormState = FormState & {
  intent?: InvoiceIntent;
  /** The stored details, after a refusal of an outdated tab. */
  current?: { version: number; seen: DetailTexts; theirs: Partial<DetailTexts> };
};

export function isInvoiceIntent(intent: unknown): intent is InvoiceIntent {
  return invoiceIntents.includes(intent as InvoiceIntent);
}

export function isDraftIntent(intent: unknown): intent is DraftIntent {
  return draftIntents.includes(intent as DraftIntent);
}

export const invoiceToasts: Record<InvoiceIntent, FormToasts> = {
  payment: {
    loading: "Recording payment...",
    success: { title: "Payment recorded." },
    failure: { title: "Failed to record the payment." },
  },
  refund: {
    loading: "Recording refund...",
    success: { title: "Refund recorded." },
    failure: { title: "Failed to record the refund." },
  },
  "credit-refund": {
    loading: "Issuing credit note...",
    success: { title: "Credit note issued." },
    failure: { title: "Failed to issue the credit note." },
  },
  "refund-again": {
    loading: "Saving...",
    success: { title: "It asks for the money again." },
    failure: { title: "Not saved. Please try again." },
  },
  undo: {
    loading: "Undoing entry...",
    success: { title: "Entry undone." },
    failure: { title: "Failed to undo the entry." },
  },
  void: {
    loading: "Voiding invoice...",
    success: { title: "Invoice voided." },
    failure: { title: "Failed to void the invoice." },
  },
  send: {
    loading: "Sending email...",
    success: { title: "The invoice is on its way." },
    failure: { title: "Email not sent. Please try again." },
  },
  details: {
    loading: "Saving the details...",
    success: { title: "Details saved." },
    failure: { title: "Failed to save the details." },
  },
  issue: issuingToasts,
  discard: {
    loading: "Discarding the draft...",
    success: { title: "Draft discarded." },
    failure: { title: "Failed to discard the draft." },
  },
  ...reminderToasts,
  "send-reminder": {
    loading: "Sending the reminder...",
    success: { title: "Reminder on its way.", detail: "Reminders go out from 9 am." },
    failure: { title: "Failed to send the reminder." },
  },
  credit: {
    loading: "Issuing credit note...",
    success: { title: "Credit note issued." },
    failure: { title: "Failed to issue the credit note." },
  },
};

export const statementToasts: FormToasts = {
  loading: "Sending email...",
  success: { title: "The statement is on its way." },
  failure: { title: "Email not sent. Please try again." },
};

export type InvoiceAnswer = { status: number; state: InvoiceFormState };

export const invoiceNotFound: InvoiceAnswer = {
  status: 404,
  state: { ok: false, message: "Invoice not found." },
};

export function paymentAnswer(result: OwnerPaymentResult, intent: InvoiceIntent): InvoiceAnswer {
  if (result.ok) return { status: 200, state: { ok: true, message: success(result) } };
  if (result.reason === "not-found") return invoiceNotFound;
  if (result.reason === "stale") return conflict(staleMessage(result.account));
  if (result.reason === "not-overpaid")
    return invalid("amount", notOverpaidMessage(result.account));
  if (result.reason === "reported") return invalid("method", reportedMessage(result.payment));
  return refusal(result.reason, result.account, intent);
}

const conflict = (message: string): InvoiceAnswer => ({
  status: 409,
  state: { ok: false, message },
});
const invalid = (field: string, message: string): InvoiceAnswer => ({
  status: 422,
  state: { ok: false, errors: { [field]: message } },
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

function refusal(reason: PaymentRefusal, account: Invoice, intent: InvoiceIntent): InvoiceAnswer {
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
