import * as z from "zod/mini";
import { isAbn, formatAbn } from "#app/values/abn.ts";
import {
  always,
  check,
  choiceOf,
  emailAddress,
  longText,
  optionalDay,
  text,
  tick,
  typedAs,
} from "#app/values/rules.ts";
import { plainSigns } from "#app/values/text.ts";
import {
  documentKinds,
  gstBases,
  type PayIdKind,
  payIdKinds,
  sessionInvoicings,
  type DocumentKind,
  type GstBasis,
} from "#app/server/database/enums.ts";
import { labelFrom, type NounWords, sayValue } from "#app/features/audit/changes.ts";
import { longDay } from "#app/values/calendar.ts";
import { sessionInvoicingLabels, hasAccount, hasPayId, formatBsb, formatPayId } from "./model.ts";

const depositDaysMax = 365;
const accountRule = "An account number has 5 to 9 digits.";
const prefixRule =
  "2 to 8 letters or digits, the last one a letter; a hyphen may follow. CN is for credit notes.";
const abnRule = "This is not an ABN: check its 11 digits.";

const line = (what: string) =>
  text({ max: [200, `${what} must not be longer than 200 characters.`] });
/** Field names that people type before the figures. */
const names = /^(?:a\.?b\.?n\.?|bsb|acc(?:ount|t)?|a\/c|pay ?id|no|number|[ .:#=-])+(?=[\d(+])/i;
// Fullwidth figures come from East Asian keyboards.
const compact = (typed: string) =>
  plainSigns(typed.normalize("NFKC"))
    .replace(names, "")
    .replace(/[ ().-]/g, "");

/** Figures with or without blanks, dashes and the field's name; may be empty. */
const figures = (isValid: (digits: string) => boolean, message: string) =>
  typedAs((typed) => typed === "" || isValid(compact(typed)), message, compact);

export const optionalAbn = figures(isAbn, abnRule);

const depositDays = typedAs(
  (typed) => /^\d{1,3}$/.test(typed) && Number(typed) <= depositDaysMax,
  `Enter a whole number of days from 0 to ${depositDaysMax}.`,
  Number,
);

/** Keeps references within banks' 18 characters; the last letter shows where the number begins. */
const invoicePrefix = z.pipe(
  z.pipe(
    text(),
    z.transform((typed) => typed.toUpperCase()),
  ),
  z
    .string()
    .check(
      z.refine(
        (prefix) => /^[A-Z0-9]{1,7}[A-Z]-?$/.test(prefix) && !/^CN-?$/.test(prefix),
        `Use ${prefixRule}`,
      ),
    ),
);

const sessionInvoicing = z.pipe(
  text(),
  z.enum(sessionInvoicings, "Choose when a session is invoiced."),
);

const fields = z.object({
  legalName: line("The legal name"),
  tradingName: line("The trading name"),
  abn: optionalAbn,
  postalAddress: longText({ max: [500, "The address must not be longer than 500 characters."] }),
  payIdKind: choiceOf(payIdKinds, "Choose a kind."),
  payId: line("The PayID"),
  payIdName: line("The PayID's name"),
  bsb: figures((bsb) => /^\d{6}$/.test(bsb), "A BSB has 6 digits, such as 063-000."),
  accountNumber: figures((number) => /^\d{5,9}$/.test(number), accountRule),
  depositDays,
  invoicePrefix,
  invoicing: tick(),
  sessionInvoicing,
  gstBasis: z.pipe(text(), z.enum(gstBases, "Choose when GST counts.")),
});

export type BusinessInput = z.output<typeof fields>;

/** @param hasGst whether any period of GST registration is known */
export function businessSchema(hasGst: boolean) {
  return z.pipe(
    fields.check(
      z.check(({ value, issues }) => {
        for (const [field, message] of Object.entries(missing(value, hasGst)))
          issues.push({ code: "custom", input: value, path: [field], message });
      }),
    ),
    z.transform((input) => ({ ...input, payId: normalisePayId(input.payIdKind, input.payId)! })),
  );
}

/** Problems that involve several fields. */
export function missing(input: BusinessInput, hasGst: boolean): Partial<Record<string, string>> {
  const { invoicing, legalName, abn, bsb, accountNumber } = input;
  const pays = hasPayId(input) || hasAccount(input);
  const payIdError = payIdProblem(input);
  return {
    ...(payIdError && { payId: payIdError }),
    ...(bsb &&
      !accountNumber && { accountNumber: "Enter the account number that goes with the BSB." }),
    ...(accountNumber && !bsb && { bsb: "Enter the BSB that goes with the account number." }),
    ...(invoicing &&
      !legalName && { legalName: "Enter your legal name: invoices have to show it." }),
    ...(invoicing &&
      !pays &&
      !bsb &&
      !accountNumber && {
        payId: "Add a PayID, or a BSB and account number, so that clients can pay.",
      }),
    ...(invoicing &&
      !abn && {
        abn: hasGst
          ? "Enter your ABN: while you're registered for GST, invoices must show it."
          : "Enter your ABN: invoices have to show it.",
      }),
  };
}

const kindRules: Record<PayIdKind, string> = {
  email: "This is not an email address.",
  phone: "This is not an Australian phone number, such as 0491 570 006.",
  abn: abnRule,
};

function payIdProblem({ payIdKind: kind, payId }: BusinessInput): string | null {
  if (!kind) return payId ? "Choose which kind of PayID this is, or leave it empty." : null;
  if (!payId) return "Enter the PayID, or choose that you have none.";
  return normalisePayId(kind, payId) === null ? kindRules[kind] : null;
}

/** As stored: an email address, `+61491570006`, eleven digits. Null if invalid for its kind. */
function normalisePayId(kind: PayIdKind | null, typed: string): string | null {
  if (!kind) return typed;
  if (kind === "email") {
    const checked = check(emailAddress("-"), typed);
    return checked.ok ? checked.value : null;
  }
  if (kind === "abn") return isAbn(compact(typed)) ? compact(typed) : null;
  const number = /^(?:\+?61|0)([2-578]\d{8})$/.exec(compact(typed))?.[1];
  return number ? `+61${number}` : null;
}

const numberRule = "Enter a whole number from 1 to 999999999.";

export const nextNumberSchema = z.object({
  kind: z.enum(documentKinds),
  next: typedAs((typed) => /^[1-9]\d{0,8}$/.test(typed), numberRule, Number),
});

const dayRule = "Enter a date.";

export const registrationSchema = z
  .object({
    starts: z.pipe(
      optionalDay(dayRule),
      z.nullable(z.string()).check(z.refine((day) => day !== null, dayRule)),
    ),
    ends: optionalDay("Enter a date, or leave it empty while you're registered."),
  })
  .check(
    z.refine(({ starts, ends }) => !starts || !ends || ends >= starts, {
      error: "The last day can't be before the first.",
      path: ["ends"],
      when: always,
    }),
  );

export type Registration = { starts: string; ends: string | null };

export type BusinessTexts = Record<keyof BusinessInput, string>;

export function businessTexts(details: BusinessInput): BusinessTexts {
  const { abn, bsb, invoicing } = details;
  return {
    ...details,
    abn: formatAbn(abn),
    bsb: formatBsb(bsb),
    payId: formatPayId(details),
    payIdKind: details.payIdKind ?? "",
    depositDays: String(details.depositDays),
    invoicing: invoicing ? "on" : "",
  };
}

export function postedBusiness(values: Readonly<Record<string, unknown>>): BusinessTexts {
  const texts = businessFields.map((name) => [name, String(values[name] ?? "")]);
  return Object.fromEntries(texts) as BusinessTexts;
}

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

export const businessFields = Object.keys(businessLabels) as (keyof BusinessInput)[];

export const payIdKindLabels: Readonly<Record<"" | PayIdKind, string>> = {
  "": "No PayID",
  email: "Email",
  phone: "Phone number",
  abn: "ABN",
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
