import * as z from "zod/mini";
import { isDay } from "#app/values/calendar.ts";
import { type Cents, typedAmount } from "#app/values/money.ts";
import { always, emailAddress, text } from "#app/values/rules.ts";
import { countCharacters } from "#app/values/text.ts";

/* An invoice as the owner writes it. Its lines are fields with numbers: `text1`, `amount1`, `text2`. */

export const newInvoiceLimits = {
  linesMax: 20,
  nameMin: 2,
  nameMax: 100,
  textMax: 200,
  amountBelow: 1_000_000_00,
  /** An invoice is usually due so many days after it is issued. */
  dueDays: 7,
} as const;

const { linesMax, nameMin, nameMax, textMax, amountBelow } = newInvoiceLimits;

const lineNumbers = Array.from({ length: linesMax }, (_, index) => index + 1);

/** A line as typed. */
export type TypedLine = { text: string; amount: string };
export type InvoiceValues = Readonly<Record<string, string>>;

export const isEmptyLine = ({ text: what, amount }: TypedLine) => what === "" && amount === "";

/** Up to the last line that has fields, at least one. */
export function typedLines(values: InvoiceValues): TypedLine[] {
  const last = lineNumbers.findLast(
    (number) => `text${number}` in values || `amount${number}` in values,
  );
  return lineNumbers.slice(0, last ?? 1).map((number) => ({
    text: values[`text${number}`] ?? "",
    amount: values[`amount${number}`] ?? "",
  }));
}

export function lineValues(lines: readonly TypedLine[]): InvoiceValues {
  return Object.fromEntries(
    lines.slice(0, linesMax).flatMap(({ text: what, amount }, index) => [
      [`text${index + 1}`, what],
      [`amount${index + 1}`, amount],
    ]),
  );
}

/** What the typed amounts come to so far; what is no amount counts as nothing. */
export function typedTotal(lines: readonly TypedLine[]): Cents {
  return lines.reduce((sum, { amount }) => sum + (typedAmount(amount) ?? 0), 0);
}

/** Adds or removes a line for a page without scripts; null where another button was pressed. */
export function changedLines(values: InvoiceValues): InvoiceValues | null {
  const [, removed] = /^remove-(\d{1,2})$/.exec(values.intent ?? "") ?? [];
  if (!removed && values.intent !== "add-line") return null;
  const lines = typedLines(values);
  const changed = removed
    ? lines.filter((_, index) => index !== Number(removed) - 1)
    : [...lines, { text: "", amount: "" }];
  const others = Object.entries(values).filter(([name]) => !/^(?:text|amount)\d+$/.test(name));
  return { ...Object.fromEntries(others), ...lineValues(changed) };
}

const lineFields = Object.fromEntries(
  lineNumbers.flatMap((number) => [
    [`text${number}`, text()],
    [`amount${number}`, text()],
  ]),
);

const numbered = (fields: unknown, number: number): TypedLine => {
  const values = fields as InvoiceValues;
  return { text: values[`text${number}`] ?? "", amount: values[`amount${number}`] ?? "" };
};
const filledLines = (fields: unknown) =>
  lineNumbers
    .map((number) => numbered(fields, number))
    .filter((line) => !isEmptyLine(line))
    .map(({ text: what, amount }) => ({ text: what, amount: typedAmount(amount) ?? Number.NaN }));

const lineRule = (field: string, error: string, holds: (line: TypedLine) => boolean) =>
  lineNumbers.map((number) =>
    z.refine<unknown>((fields) => holds(numbered(fields, number)), {
      error,
      path: [`${field}${number}`],
      when: always,
    }),
  );

const isAmount = (typed: string) => (typedAmount(typed) ?? Infinity) < amountBelow;

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
  z.refine<unknown>((fields) => filledLines(fields).length > 0, {
    error: "Add at least one line.",
    path: ["text1"],
    when: always,
  }),
  z.refine<unknown>(
    (fields) => {
      const amounts = filledLines(fields).map(({ amount }) => amount);
      const total = amounts.reduce((sum, amount) => sum + amount, 0);
      // Other messages say what is wrong with an amount, or that there is none.
      return amounts.length === 0 || Number.isNaN(total) || (total > 0 && total < amountBelow);
    },
    {
      error: "The total must be more than zero and less than a million dollars.",
      path: ["amount1"],
      when: always,
    },
  ),
];

const dueOn = text().check(z.refine(isDay, "Enter the due date."));

export const newInvoiceSchema = z.pipe(
  z
    .object({
      buyerName: text({
        min: [nameMin, "The name must be at least 2 characters."],
        max: [nameMax, "The name must not be longer than 100 characters."],
      }),
      buyerEmail: emailAddress("A valid email is required."),
      title: text({
        min: [1, "Say what the invoice is for, in a few words."],
        max: [textMax, `This must not be longer than ${textMax} characters.`],
      }),
      dueOn,
      ...lineFields,
    })
    .check(...lineRules),
  z.transform((fields) => ({
    buyerName: fields.buyerName,
    buyerEmail: fields.buyerEmail,
    title: fields.title,
    dueOn: fields.dueOn,
    lines: filledLines(fields),
  })),
);

export type TypedInvoice = z.output<typeof newInvoiceSchema>;

/** What completes a draft. */
export const draftDueSchema = z.object({ dueOn });
