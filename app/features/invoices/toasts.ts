import { reminderIntents, reminderToasts } from "#app/features/reminders/toasts.ts";
import type { FormState } from "#app/server/http/forms.server.ts";
import type { FormToasts } from "#app/ui/form-toasts.ts";
import type { DetailTexts } from "./invoice-fields.ts";
import { issuingToasts } from "./issuing-copy.ts";

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
