import type { Administrator } from "#app/features/auth/model.ts";
import type { InvoiceAnswer } from "#app/features/invoices/payment-answers.ts";
import type { InvoiceFormState } from "#app/features/invoices/toasts.ts";

export type Values = Record<string, string>;
export type Command = (
  by: Administrator,
  id: string,
  values: Values,
) => Promise<InvoiceAnswer> | InvoiceAnswer;

/** NaN for text that the page did not write: it matches no state. */
export const wholeNumber = (text = "") => (/^-?\d{1,15}$/.test(text) ? Number(text) : Number.NaN);

export const invalid = (errors: InvoiceFormState["errors"]): InvoiceAnswer => ({
  status: 422,
  state: { ok: false, errors },
});
