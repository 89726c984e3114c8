import type { Day } from "#app/values/calendar.ts";
import type { Cents } from "#app/values/money.ts";
import type { DateOrder } from "#app/values/written-dates.ts";
import type { Direction } from "./cells.ts";

export const statementLimits = { bytes: 2 * 1024 * 1024, rows: 5_000, columns: 60 } as const;

export const tooLargeStatement =
  "This is more than 2 MB or 5,000 rows. Export a shorter period and try again.";

export type Credit = { day: Day; amount: Cents; text: string };

/** Column positions from 0. Either `amount` or `credit` is set. */
export type ColumnMapping = {
  date: number;
  /** In the order in which they are joined. */
  text: number[];
  /** Signed: negative for debits. */
  amount?: number;
  credit?: number;
  /** Says which unsigned amounts are credits. */
  direction?: number;
  /** Meanings that the owner gave to unknown words. */
  words?: Record<string, Direction>;
  order?: DateOrder;
};
