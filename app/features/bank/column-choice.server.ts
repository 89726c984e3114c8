import type { FieldErrors } from "#app/values/rules.ts";
import { cutCharacters } from "#app/values/text.ts";
import { type ColumnUse, guessedUses, unknownWords } from "./column-uses.ts";
import { type Cells, cellsOf, type Layout } from "./columns.ts";
import { type Direction, directionOf } from "./directions.ts";
import { type ColumnMapping, type DateOrder, dateOrders } from "./model.ts";

/** `field`: a name in the form. */
export type ColumnChoice = {
  columns: { field: string; name: string; examples: string[]; use: ColumnUse }[];
  /** Words beside the amounts that may mean money in or out. */
  words: { field: string; word: string; direction: Direction | "" }[];
  order: DateOrder | "";
};

export function columnChoice(
  layout: Layout,
  rows: readonly Cells[],
  mapping: ColumnMapping | null,
): ColumnChoice {
  const guessed = guessedUses(layout, rows);
  const uses = guessed.map((use, column) => (mapping ? useIn(mapping, column) : use));
  return {
    columns: uses.map((use, column) => ({
      field: `use-${column}`,
      name: layout.header?.[column] || `Column ${column + 1}`,
      examples: cellsOf(rows, column)
        .filter(Boolean)
        .slice(0, 3)
        .map((cell) => cutCharacters(cell, 60)),
      use,
    })),
    words: unknownWords({ ...mapping, words: {} }, rows).map((word, at) => ({
      field: `word-${at}`,
      word,
      direction: directionOf(word, mapping?.words) ?? "",
    })),
    order: mapping?.order ?? "",
  };
}

function useIn(
  { date, text, amount, credit, direction }: ColumnMapping,
  column: number,
): ColumnUse {
  if (column === date) return "date";
  if (column === amount) return "amount";
  if (column === credit) return "credit";
  if (column === direction) return "direction";
  return text.includes(column) ? "text" : "";
}

export function readChoice(
  uses: readonly string[],
  order: string,
  words: Readonly<Record<string, Direction>>,
): { ok: true; mapping: ColumnMapping } | { ok: false; errors: FieldErrors } {
  const columnsOf = (use: ColumnUse) =>
    uses.flatMap((chosen, column) => (chosen === use ? [column] : []));
  const [dates, text] = [columnsOf("date"), columnsOf("text")];
  const [amounts, credits] = [columnsOf("amount"), columnsOf("credit")];
  const directions = columnsOf("direction");
  const message =
    choiceError(dates.length, text.length, amounts.length + credits.length) ??
    (directions.length > 1 ? "Choose one column that says in or out." : null);
  if (message) return { ok: false, errors: { "use-0": message } };
  const chosenOrder = dateOrders.find((one) => one === order);
  return {
    ok: true,
    mapping: {
      date: dates[0]!,
      text,
      ...(amounts.length > 0 ? { amount: amounts[0]! } : { credit: credits[0]! }),
      ...(directions.length > 0 && { direction: directions[0]!, words }),
      ...(chosenOrder && { order: chosenOrder }),
    },
  };
}

function choiceError(dates: number, texts: number, amounts: number): string | null {
  if (dates !== 1) return "Choose the one column with the date.";
  if (amounts !== 1) return "Choose one column with the amount, or with the money in.";
  return texts === 0 ? "Choose at least one column with the bank's text." : null;
}
