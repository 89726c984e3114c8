import { guessedUses, type ColumnUse } from "./columns.ts";
import { type ColumnMapping, type DateOrder, dateOrders } from "./model.ts";
import type { UnknownStatement } from "./statement.server.ts";
import type { FieldErrors } from "#app/values/rules.ts";

/** What the page asks about the columns of a statement. */
export type ColumnChoice = {
  /** `field`: its name in the form. */
  columns: { field: string; name: string; examples: string[]; use: ColumnUse }[];
  order: DateOrder | "";
};

export function columnChoice({ layout, sample, mapping }: UnknownStatement): ColumnChoice {
  const guessed = guessedUses(layout, sample);
  return {
    columns: guessed.map((use, column) => ({
      field: `use-${column}`,
      name: layout.header?.[column] || `Column ${column + 1}`,
      examples: sample
        .map((cells) => cells[column] ?? "")
        .filter(Boolean)
        .slice(0, 3),
      use: mapping ? useIn(mapping, column) : use,
    })),
    order: mapping?.order ?? "",
  };
}

function useIn({ date, text, amount, credit }: ColumnMapping, column: number): ColumnUse {
  if (column === date) return "date";
  if (column === amount) return "amount";
  if (column === credit) return "credit";
  return text.includes(column) ? "text" : "";
}

/** What was chosen for each column, or what is wrong with it. */
export function readChoice(
  uses: readonly string[],
  order: string,
): { ok: true; mapping: ColumnMapping } | { ok: false; errors: FieldErrors } {
  const columnsOf = (use: ColumnUse) =>
    uses.flatMap((chosen, column) => (chosen === use ? [column] : []));
  const [dates, text] = [columnsOf("date"), columnsOf("text")];
  const [amounts, credits] = [columnsOf("amount"), columnsOf("credit")];
  const message = choiceError(dates.length, text.length, amounts.length + credits.length);
  if (message) return { ok: false, errors: { "use-0": message } };
  const chosenOrder = dateOrders.find((one) => one === order);
  return {
    ok: true,
    mapping: {
      date: dates[0]!,
      text,
      ...(amounts.length > 0 ? { amount: amounts[0]! } : { credit: credits[0]! }),
      ...(chosenOrder && { order: chosenOrder }),
    },
  };
}

function choiceError(dates: number, texts: number, amounts: number): string | null {
  if (dates !== 1) return "Choose the one column with the date.";
  if (amounts !== 1) return "Choose one column with the amount, or with the money in.";
  return texts === 0 ? "Choose at least one column with the bank's text." : null;
}
