import type { FormToasts } from "#app/ui/form-toasts.ts";

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
