import type { Day } from "#app/values/calendar.ts";
import type { Cents } from "#app/values/money.ts";
import type { Direction } from "./directions.ts";

export const statementLimits = { bytes: 2 * 1024 * 1024, rows: 5_000, columns: 60 } as const;

export const tooLargeStatement =
  "This is more than 2 MB or 5,000 rows. Export a shorter period and try again.";

/** Money that came in. */
export type Credit = { day: Day; amount: Cents; text: string };

export const dateOrders = ["day-first", "month-first"] as const;
export type DateOrder = (typeof dateOrders)[number];

/** What the columns of a statement hold, by their position from 0. Either `amount` or `credit`. */
export type ColumnMapping = {
  date: number;
  /** The order in which they are joined. */
  text: number[];
  /** Signed: negative amounts went out. */
  amount?: number;
  /** Only what came in. */
  credit?: number;
  /** Says which amounts without a sign came in. */
  direction?: number;
  /** What the words of that column mean, as far as the owner had to say. */
  words?: Record<string, Direction>;
  order?: DateOrder;
};
