import { formatAbn } from "#app/values/abn.ts";
import type { BusinessInput } from "./business-schema.ts";
import { formatBsb, formatPayId } from "./how-to-pay.ts";

export type BusinessTexts = Record<keyof BusinessInput, string>;

export const businessFields = [
  "legalName",
  "tradingName",
  "abn",
  "postalAddress",
  "payIdKind",
  "payId",
  "payIdName",
  "bsb",
  "accountNumber",
  "depositDays",
  "invoicePrefix",
  "invoicing",
  "sessionInvoicing",
  "gstBasis",
] as const satisfies readonly (keyof BusinessInput)[];

export function businessTexts(details: BusinessInput): BusinessTexts {
  const { abn, bsb, payIdKind, depositDays, invoicing } = details;
  return {
    ...details,
    abn: formatAbn(abn),
    bsb: formatBsb(bsb),
    payId: formatPayId(details),
    payIdKind: payIdKind ?? "",
    depositDays: String(depositDays),
    invoicing: invoicing ? "on" : "",
  };
}

export function postedBusiness(values: Readonly<Record<string, unknown>>): BusinessTexts {
  const texts = businessFields.map((name) => [name, String(values[name] ?? "")]);
  return Object.fromEntries(texts) as BusinessTexts;
}
