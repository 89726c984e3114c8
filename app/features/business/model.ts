import type { businessDetails, StoredWaysToPay } from "#app/server/database/tables.server.ts";
import type { SessionInvoicing, DocumentKind } from "#app/server/database/enums.ts";
import { formatAbn } from "#app/values/abn.ts";

export type BusinessDetails = typeof businessDetails.$inferSelect;

export const sessionInvoicingLabels: Readonly<Record<SessionInvoicing, string>> = {
  off: "No invoice",
  each: "An invoice each",
  monthly: "One invoice on the first of the month",
};

/** Of the demo's business: nobody is to pay it. */
export const sampleIdentity = {
  abn: "51824753556",
  postalAddress: "12 Sample Street\nToorak VIC 3142",
};

export const sampleAccount = { bsb: "063000", accountNumber: "12345678" };

export const hasPayId = ({ payId }: Pick<StoredWaysToPay, "payId">): boolean => payId !== "";

type BankAccount = Pick<StoredWaysToPay, "bsb" | "accountNumber">;

export const hasAccount = ({ bsb, accountNumber }: BankAccount): boolean =>
  bsb !== "" && accountNumber !== "";

/** `063-000`; unchanged if not six digits. */
export function formatBsb(bsb: string): string {
  return bsb.replace(/^(\d{3})(\d{3})$/, "$1-$2");
}

type PayId = Pick<StoredWaysToPay, "payId" | "payIdKind">;

/** `0491 570 006`, `51 824 753 556`; an email address is unchanged. */
export function formatPayId({ payId, payIdKind }: PayId): string {
  if (payIdKind === "abn") return formatAbn(payId);
  if (payIdKind !== "phone") return payId;
  return payId
    .replace(/^\+61/, "0")
    .replace(/^(04\d{2})(\d{3})(\d{3})$/, "$1 $2 $3")
    .replace(/^(0[^4])(\d{4})(\d{4})$/, "$1 $2 $3");
}

export function issuingRefusal(details: BusinessDetails): "off" | "incomplete" | null {
  if (!details.invoicing) return "off";
  const isComplete = details.legalName && details.abn && (hasPayId(details) || hasAccount(details));
  return isComplete ? null : "incomplete";
}

export const issuingRefusals = {
  off: "Not issued: invoicing is off. Turn it on in your business details first.",
  incomplete:
    "Not issued: your business details need your legal name, your ABN and how you're paid first.",
} as const;

/** `INV-0001`; credit notes have their own counter. */
export function documentNumber(kind: DocumentKind, count: number, prefix: string): string {
  return `${kind === "credit-note" ? "CN-" : prefix}${String(count).padStart(4, "0")}`;
}
