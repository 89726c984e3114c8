import type { FormState } from "#app/server/http/forms.server.ts";
import type { FormToasts } from "#app/ui/form-toasts.ts";

const invoiceIntents = ["payment", "refund", "undo", "void", "credit", "send"] as const;
export type InvoiceIntent = (typeof invoiceIntents)[number];

/** Answers one of the forms of an invoice's page. */
export type InvoiceFormState = FormState & { intent?: InvoiceIntent };

export function isInvoiceIntent(intent: unknown): intent is InvoiceIntent {
  return invoiceIntents.includes(intent as InvoiceIntent);
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
  credit: {
    loading: "Issuing credit note...",
    success: { title: "Credit note issued." },
    failure: { title: "Failed to issue the credit note." },
  },
};
