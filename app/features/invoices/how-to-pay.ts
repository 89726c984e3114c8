import { formatAbn } from "#app/values/abn.ts";
import { longDay } from "#app/values/calendar.ts";
import { formatMoney, fromCents } from "#app/values/money.ts";
import type { StoredWaysToPay } from "#app/server/database/tables.server.ts";
import { type Invoice, askedOf } from "./model.ts";

/** `copy`: what a payer pastes into a banking app. `way`: null for facts of every way. */
export type PaymentFact = {
  label: string;
  value: string;
  copy: string | null;
  way: "payid" | "account" | null;
};

type Payable = Pick<
  Invoice,
  "kind" | "voidedAt" | "reference" | "dueOn" | "total" | "paid" | "credited" | "returned"
>;

/** For the page, the PDF and the email; empty when nothing is owed. */
export function howToPay(details: StoredWaysToPay, invoice: Payable): PaymentFact[] {
  const rest = askedOf(invoice);
  const ways = [...payIdFacts(details), ...accountFacts(details)];
  const owed = invoice.kind !== "credit-note" && !invoice.voidedAt && rest > 0;
  if (!owed || ways.length === 0) return [];
  return [
    ...shown("Amount", formatMoney(rest), fromCents(rest)),
    ...shown("Due", invoice.dueOn && longDay(invoice.dueOn)),
    ...ways,
    ...shown("Reference", invoice.reference, invoice.reference),
  ];
}

export function hasPayId({ payId }: Pick<StoredWaysToPay, "payId">): boolean {
  return payId !== "";
}

export function hasAccount({
  bsb,
  accountNumber,
}: Pick<StoredWaysToPay, "bsb" | "accountNumber">): boolean {
  return bsb !== "" && accountNumber !== "";
}

function payIdFacts(details: StoredWaysToPay): PaymentFact[] {
  if (!hasPayId(details)) return [];
  const value = formatPayId(details);
  return [
    ...shown(payIdLabel(details), value, value.replaceAll(" ", "")),
    ...shown("PayID name", details.payIdName),
  ].map((fact) => ({ ...fact, way: "payid" }));
}

function accountFacts(details: StoredWaysToPay): PaymentFact[] {
  if (!hasAccount(details)) return [];
  const { bsb, accountNumber, legalName } = details;
  return [
    ...shown("BSB", formatBsb(bsb), bsb),
    ...shown("Account number", accountNumber, accountNumber),
    ...shown("Account name", legalName, legalName),
  ].map((fact) => ({ ...fact, way: "account" }));
}

function shown(label: string, value: string | null, copy: string | null = null): PaymentFact[] {
  return value ? [{ label, value, copy, way: null }] : [];
}

/** Banking apps ask for the kind first. */
function payIdLabel({ payIdKind }: Pick<StoredWaysToPay, "payIdKind">): string {
  if (!payIdKind) return "PayID";
  return `PayID (${payIdKind === "abn" ? "ABN" : payIdKind})`;
}

/** `063-000`; unchanged if not six digits. */
export function formatBsb(bsb: string): string {
  return bsb.replace(/^(\d{3})(\d{3})$/, "$1-$2");
}

/** `0491 570 006`, `51 824 753 556`; an email address is unchanged. */
export function formatPayId({
  payId,
  payIdKind,
}: Pick<StoredWaysToPay, "payId" | "payIdKind">): string {
  if (payIdKind === "abn") return formatAbn(payId);
  if (payIdKind !== "phone") return payId;
  return payId
    .replace(/^\+61/, "0")
    .replace(/^(04\d{2})(\d{3})(\d{3})$/, "$1 $2 $3")
    .replace(/^(0[^4])(\d{4})(\d{4})$/, "$1 $2 $3");
}
