import { labelFrom, type NounWords, sayValue } from "#app/features/audit/changes.ts";
import type {
  DocumentKind,
  GstBasis,
  PayIdKind,
  SessionInvoicing,
} from "#app/server/database/enums.ts";
import type { FormToasts } from "#app/ui/form-toasts.ts";
import { formatAbn } from "#app/values/abn.ts";
import { longDay } from "#app/values/calendar.ts";
import type { BusinessInput, Registration } from "./business-schema.ts";
import { formatBsb } from "./how-to-pay.ts";

export const businessLabels = {
  legalName: "Legal name",
  tradingName: "Trading name",
  abn: "ABN",
  postalAddress: "Postal address",
  payIdKind: "Kind of PayID",
  payId: "PayID",
  payIdName: "PayID name",
  bsb: "BSB",
  accountNumber: "Account number",
  depositDays: "Days to pay",
  invoicePrefix: "Invoice number prefix",
  invoicing: "Invoicing",
  sessionInvoicing: "After a session",
  gstBasis: "GST counts",
} as const satisfies Record<keyof BusinessInput, string>;

export const payIdKindLabels: Readonly<Record<"" | PayIdKind, string>> = {
  "": "No PayID",
  email: "Email",
  phone: "Phone number",
  abn: "ABN",
};

export const sessionInvoicingLabels: Readonly<Record<SessionInvoicing, string>> = {
  off: "No invoice",
  each: "An invoice each",
  monthly: "One invoice on the first of the month",
};

export const gstBasisLabels: Readonly<Record<GstBasis, string>> = {
  cash: "When money arrives (cash basis)",
  accrual: "When you invoice (accrual basis)",
};

export function registrationInWords({ starts, ends }: Registration): string {
  return `${longDay(starts)} ${ends ? `until ${longDay(ends)}` : "onwards"}`;
}

export const nextNumberLabels = {
  invoice: "Next invoice number",
  "credit-note": "Next credit note number",
} as const satisfies Record<DocumentKind, string>;

export const businessWords: NounWords = {
  ...Object.fromEntries(Object.entries(businessLabels).map(([name, label]) => [name, { label }])),
  abn: { label: businessLabels.abn, say: (value) => formatAbn(sayValue(value)) },
  bsb: { label: businessLabels.bsb, say: (value) => formatBsb(sayValue(value)) },
  payIdKind: { label: businessLabels.payIdKind, say: labelFrom(payIdKindLabels) },
  invoicing: { label: businessLabels.invoicing, say: (value) => (value === true ? "on" : "off") },
  sessionInvoicing: {
    label: businessLabels.sessionInvoicing,
    say: labelFrom(sessionInvoicingLabels),
  },
  gstBasis: { label: businessLabels.gstBasis, say: labelFrom(gstBasisLabels) },
  starts: { label: "Registered from" },
  ends: { label: "Last day" },
  nextInvoice: { label: nextNumberLabels.invoice },
  nextCreditNote: { label: nextNumberLabels["credit-note"] },
};

export const businessToasts: FormToasts = {
  loading: "Saving business details...",
  success: { title: "Business details saved." },
  failure: { title: "Failed to save the business details." },
};

const failure = { title: "Failed to save the GST registration." };

export const registrationToasts = {
  add: {
    loading: "Adding the GST registration...",
    success: { title: "GST registration added." },
    failure,
  },
  change: {
    loading: "Saving the GST registration...",
    success: { title: "GST registration saved." },
    failure,
  },
  remove: {
    loading: "Removing the GST registration...",
    success: { title: "GST registration removed." },
    failure: { title: "Failed to remove the GST registration." },
  },
} as const satisfies Record<string, FormToasts>;

export const settingsToasts = {
  number: {
    loading: "Saving the next number...",
    success: { title: "Next number saved." },
    failure: { title: "Failed to save the next number." },
  },
  resend: {
    loading: "Sending email...",
    success: { title: "On its way, with your new bank details." },
    failure: { title: "Email not sent. Please try again." },
  },
  reissue: {
    loading: "Issuing the tax invoice...",
    success: { title: "Tax invoice issued." },
    failure: { title: "Failed to issue the tax invoice." },
  },
} as const satisfies Record<string, FormToasts>;

export type SettingsIntent = keyof typeof settingsToasts;

export type RegistrationIntent = keyof typeof registrationToasts;
