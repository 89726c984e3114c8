import * as z from "zod/mini";
import { formatAbn } from "#app/values/abn.ts";
import { isDay } from "#app/values/calendar.ts";
import { check, emailAddress, longText, text, typedAs, always } from "#app/values/rules.ts";
import type { InvoiceLine } from "#app/server/database/tables.server.ts";
import { type Cents, typedSignedAmount, typedAmount, formatMoney } from "#app/values/money.ts";
import { countCharacters } from "#app/values/text.ts";
import { paymentMethods, refundPurposes } from "#app/server/database/enums.ts";
import {
  type FieldWords,
  labelFrom,
  type NounWords,
  sayValue,
} from "#app/features/audit/changes.ts";
import { optionalAbn } from "#app/features/business/schema.ts";
import {
  type Invoice,
  type InvoiceState,
  gstFreeOf,
  isToPay,
  paymentMethodLabels,
} from "./model.ts";

const dueOnField = text().check(z.refine(isDay, "Enter the due date."));

export const billToFields = {
  buyerName: text({
    min: [2, "The name must be at least 2 characters."],
    max: [100, "The name must not be longer than 100 characters."],
  }),
  buyerAbn: optionalAbn,
  buyerAddress: longText({ max: [500, "The address must not be longer than 500 characters."] }),
  purchaseOrder: text({ max: [50, "The order number must not be longer than 50 characters."] }),
  copyEmail: typedAs(
    (typed) => typed === "" || check(emailAddress(""), typed).ok,
    "Enter one email address, or leave it empty.",
    (typed) => {
      const checked = check(emailAddress(""), typed);
      return checked.ok ? checked.value : "";
    },
  ),
};

export const detailsSchema = z.object({ ...billToFields, dueOn: z.optional(dueOnField) });

/** `dueOn`: missing where nothing is left to pay. */
export type TypedDetails = z.output<typeof detailsSchema>;
type BillTo = Omit<TypedDetails, "dueOn">;

export const detailLabels = {
  buyerName: "Bill to",
  buyerAbn: "Their ABN",
  buyerAddress: "Their address",
  purchaseOrder: "Their order number",
  copyEmail: "Copy to",
  dueOn: "Due",
} as const satisfies Record<keyof TypedDetails, string>;

export const detailNames = Object.keys(detailLabels) as (keyof TypedDetails)[];

export type DetailTexts = Record<keyof TypedDetails, string>;

export function detailTexts(invoice: Pick<Invoice, keyof TypedDetails>): DetailTexts {
  const texts = detailNames.map((name) => [name, invoice[name] ?? ""]);
  return { ...Object.fromEntries(texts), buyerAbn: formatAbn(invoice.buyerAbn) } as DetailTexts;
}

/** A paid invoice can still change its buyer, but not its due day. */
export const changeableDetails = (
  { slug, number }: Pick<Invoice, "slug" | "number">,
  state: InvoiceState,
): "all" | "bill-to" | null => {
  if (state === "void" || state === "credit-note" || (number && !slug)) return null;
  return isToPay({ state }) ? "all" : "bill-to";
};

/* Lines are numbered fields: `text1`, `amount1`, `text2`. */

export const newInvoiceLimits = {
  linesMax: 20,
  textMax: 200,
  amountBelow: 1_000_000_00,
  /** The usual number of days from issue to due day. */
  dueDays: 7,
} as const;

const { linesMax, textMax, amountBelow } = newInvoiceLimits;

const lineNumbers = Array.from({ length: linesMax }, (_, index) => index + 1);

/** A negative amount is a discount. */
export type TypedLine = { text: string; amount: string; gstFree?: boolean };
export type InvoiceValues = Readonly<Record<string, string>>;

const isEmptyLine = ({ text: what, amount }: TypedLine) => what === "" && amount === "";

/** At least one. */
export function typedLines(values: InvoiceValues): TypedLine[] {
  const last = lineNumbers.findLast(
    (number) => `text${number}` in values || `amount${number}` in values,
  );
  return lineNumbers.slice(0, last ?? 1).map((number) => numbered(values, number));
}

export function lineValues(lines: readonly TypedLine[]): InvoiceValues {
  return Object.fromEntries(
    lines
      .slice(0, linesMax)
      .flatMap(({ text: what, amount, gstFree }, index) => [
        [`text${index + 1}`, what],
        [`amount${index + 1}`, amount],
        ...(gstFree ? [[`free${index + 1}`, "on"]] : []),
      ]),
  );
}

/** An invalid amount counts as 0. */
export function typedTotals(lines: readonly TypedLine[]): { total: Cents; taxable: Cents } {
  const sum = (counted: readonly TypedLine[]) =>
    counted.reduce((all, { amount }) => all + (typedSignedAmount(amount) ?? 0), 0);
  return { total: sum(lines), taxable: sum(lines.filter(({ gstFree }) => !gstFree)) };
}

/** For a page without scripts; null when another button was pressed. */
export function changedLines(values: InvoiceValues): InvoiceValues | null {
  const [, removed] = /^remove-(\d{1,2})$/.exec(values.intent ?? "") ?? [];
  if (!removed && values.intent !== "add-line") return null;
  const lines = typedLines(values);
  const changed = removed
    ? lines.filter((_, index) => index !== Number(removed) - 1)
    : [...lines, { text: "", amount: "" }];
  const others = Object.entries(values).filter(([name]) => !/^(?:text|amount|free)\d+$/.test(name));
  return { ...Object.fromEntries(others), ...lineValues(changed) };
}

const lineFields = Object.fromEntries(
  lineNumbers.flatMap((number) => [
    [`text${number}`, text()],
    [`amount${number}`, text()],
    [`free${number}`, text()],
  ]),
);

const numbered = (fields: unknown, number: number): TypedLine => {
  const values = fields as InvoiceValues;
  return {
    text: values[`text${number}`] ?? "",
    amount: values[`amount${number}`] ?? "",
    gstFree: Boolean(values[`free${number}`]),
  };
};
const filledLines = (fields: unknown) =>
  lineNumbers
    .map((number) => numbered(fields, number))
    .filter((line) => !isEmptyLine(line))
    .map(({ text: what, amount, gstFree }): InvoiceLine => ({
      text: what,
      amount: typedSignedAmount(amount) ?? Number.NaN,
      ...(gstFree && { gstFree }),
    }));

const lineRule = (field: string, error: string, holds: (line: TypedLine) => boolean) =>
  lineNumbers.map((number) =>
    z.refine<unknown>((fields) => holds(numbered(fields, number)), {
      error,
      path: [`${field}${number}`],
      when: always,
    }),
  );

const formRule = (field: string, error: string, holds: (lines: InvoiceLine[]) => boolean) =>
  z.refine<unknown>((fields) => holds(filledLines(fields)), { error, path: [field], when: always });

const totalOf = (lines: readonly InvoiceLine[]) =>
  lines.reduce((sum, { amount }) => sum + amount, 0);

const isAmount = (typed: string) => Math.abs(typedSignedAmount(typed) ?? Infinity) < amountBelow;

const lineRules = [
  ...lineRule(
    "text",
    "Say what this line is for.",
    (line) => isEmptyLine(line) || line.text !== "",
  ),
  ...lineRule(
    "text",
    `A line must not be longer than ${textMax} characters.`,
    (line) => countCharacters(line.text) <= textMax,
  ),
  ...lineRule(
    "amount",
    "The amount must be one such as 50 or 1,200.50, with a point before the cents.",
    (line) => isEmptyLine(line) || isAmount(line.amount),
  ),
  formRule("text1", "Add at least one line.", (lines) => lines.length > 0),
  formRule(
    "amount1",
    "The total must be more than zero and less than a million dollars.",
    (lines) => {
      const total = totalOf(lines);
      // Other messages cover an invalid or missing amount.
      return lines.length === 0 || Number.isNaN(total) || (total > 0 && total < amountBelow);
    },
  ),
  formRule(
    "amount1",
    "Lines with GST and lines without can't come to less than zero. " +
      "Tick a discount GST-free if what it's taken off is.",
    (lines) => {
      const free = gstFreeOf(lines);
      const total = totalOf(lines);
      return !(total > 0) || (free >= 0 && free <= total);
    },
  ),
];

export const newInvoiceSchema = z.pipe(
  z
    .object({
      ...billToFields,
      buyerEmail: emailAddress("A valid email is required."),
      title: text({
        min: [1, "Say what the invoice is for, in a few words."],
        max: [textMax, `This must not be longer than ${textMax} characters.`],
      }),
      dueOn: dueOnField,
      ...lineFields,
    })
    .check(...lineRules),
  z.transform((fields) => ({
    buyerName: fields.buyerName,
    buyerEmail: fields.buyerEmail,
    buyerAbn: fields.buyerAbn,
    buyerAddress: fields.buyerAddress,
    purchaseOrder: fields.purchaseOrder,
    copyEmail: fields.copyEmail,
    title: fields.title,
    dueOn: fields.dueOn,
    lines: filledLines(fields),
  })),
);

type Typed = z.output<typeof newInvoiceSchema>;
type OptionalName = Exclude<keyof BillTo, "buyerName">;
export type TypedInvoice = Omit<Typed, OptionalName> & Partial<Pick<Typed, OptionalName>>;

export const draftDueSchema = z.object({ dueOn: dueOnField });

const amount = typedAs(
  (typed) => (typedAmount(typed) ?? 0) > 0,
  "Enter an amount, such as 775.00.",
  (typed) => typedAmount(typed)!,
);
const paidOn = text().check(z.refine(isDay, "Enter the date."));
const method = z.enum(paymentMethods, { error: "Choose how it was paid." });
const reason = (missing: string) =>
  longText({ min: [1, missing], max: [500, "Keep the reason under 500 characters."] });

export const paymentSchema = z.object({ paidOn, amount, method });

export const refundSchema = z.object({
  refundFor: z.enum(refundPurposes, { error: "Choose what the refund is for." }),
  paidOn,
  amount,
  method,
  reason: reason("Say why the money went back."),
});

export const undoSchema = z.object({
  payment: typedAs((typed) => /^\d{1,15}$/.test(typed), "Choose an entry.", Number),
  reason: reason("Say what was wrong with this entry."),
});

export const voidSchema = z.object({ reason: reason("Say why the invoice no longer counts.") });

const creditReason = reason("Say what is credited. The credit note shows it.");

export const creditSchema = z.object({ amount, reason: creditReason });

export const refundCreditSchema = z.object({ reason: creditReason });

const money = (label: string): FieldWords => ({
  label,
  say: (value) => (typeof value === "number" ? formatMoney(value) : sayValue(value)),
});

export const invoiceWords: NounWords = {
  ...Object.fromEntries(Object.entries(detailLabels).map(([name, label]) => [name, { label }])),
  buyerAbn: { label: detailLabels.buyerAbn, say: (value) => formatAbn(sayValue(value)) },
  amount: money("Amount"),
  total: money("Total"),
  paidOn: { label: "Day" },
  method: { label: "By", say: labelFrom(paymentMethodLabels) },
  reason: { label: "Reason" },
  rest: money("Left to pay"),
};
