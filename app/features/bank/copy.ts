import type { PaymentResult } from "#app/features/invoices/payments.server.ts";
import type { FormToasts } from "#app/ui/form-toasts.ts";
import type { FormState } from "#app/server/http/forms.server.ts";
import type { ColumnChoice } from "./columns.server.ts";

export const bankToasts = {
  import: {
    loading: "Reading the statement...",
    success: { title: "Statement imported" },
    failure: { title: "Statement not imported. Please try again." },
  },
  columns: {
    loading: "Reading the statement...",
    success: { title: "Statement imported" },
    failure: { title: "Statement not imported. Please try again." },
  },
  book: {
    loading: "Booking...",
    success: { title: "Booked" },
    failure: { title: "Nothing was booked. Please try again." },
  },
  choose: {
    loading: "Booking...",
    success: { title: "Booked" },
    failure: { title: "Nothing was booked. Please try again." },
  },
  undo: {
    loading: "Undoing...",
    success: { title: "Undone" },
    failure: { title: "Nothing was undone. Please try again." },
  },
  "set-aside": {
    loading: "Setting aside...",
    success: { title: "Set aside" },
    failure: { title: "Nothing was set aside. Please try again." },
  },
  "put-back": {
    loading: "Putting back...",
    success: { title: "Put back" },
    failure: { title: "Nothing was put back. Please try again." },
  },
} as const satisfies Record<string, FormToasts>;

export type BankIntent = keyof typeof bankToasts;

export function isBankIntent(intent: unknown): intent is BankIntent {
  return typeof intent === "string" && Object.hasOwn(bankToasts, intent);
}

export const staleStatement =
  "Something has changed since this page was loaded, so nothing was done. Here is how things stand now.";

type Refusal = Exclude<PaymentResult, { ok: true }>["reason"];

export const lineRefusals: Record<Refusal, string> = {
  "not-found": "This invoice no longer exists.",
  draft: "This invoice is a draft. Issue it first.",
  void: "This invoice was voided. Choose the one that replaced it.",
  "credit-note": "This is a credit note. Choose the invoice itself.",
  zero: "There is no money on this line.",
  future: "The date of this line is in the future.",
  "no-reason": "A reason is missing.",
  "more-than-paid": "Some of this payment was refunded. Undo the refund first.",
  reversal: "This payment was undone before.",
};

/** `form`: the submitted form; a line's own form has the line's id. */
export type StatementFormState = FormState & {
  form?: string;
  choice?: ColumnChoice;
};
