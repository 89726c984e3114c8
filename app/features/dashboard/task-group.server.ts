import { type SQL, type SQLWrapper, sql } from "drizzle-orm";
import type { quotes } from "#app/server/database/tables.server.ts";
import type { Day } from "#app/values/calendar.ts";
import type { Cents } from "#app/values/money.ts";
import { cutCharacters, oneLine } from "#app/values/text.ts";
import { maxTasks, type Task, type TaskGroup } from "./model.ts";

type Quote = typeof quotes.$inferSelect;

export type TaskRules = {
  /** The last day for sheet music. */
  cutOff: (examDate: Day, level: number | null) => Day;
  balanceOf: (quote: Quote) => { amount: Cents; due: Day } | null;
  hoursOf: (quote: Quote) => string | null;
};

/** `since`: when the last visit ended; null before the second visit. */
export type Occasion = { since: Date | null; now: Date; rules: TaskRules };

/** The number of all matching rows, despite LIMIT. */
export const totalRows = sql<number>`count(*) over()`.mapWith(Number);

export const isNewRow = (at: SQLWrapper, since: Date | null): SQL =>
  sql`(${at} > ${since?.toISOString() ?? "infinity"})`;

type FoundTask = Omit<Task, "urgent" | "isNew"> & Partial<Task>;

export function groupOf<Row>(
  rows: readonly Row[],
  toTask: (row: Row) => FoundTask,
  total = rows.length,
): Omit<TaskGroup, "kind"> {
  const shown = rows.slice(0, maxTasks);
  return { tasks: shown.map((row) => ({ urgent: null, isNew: false, ...toTask(row) })), total };
}

export const limitedGroupOf = <Row extends { total: number }>(
  rows: readonly Row[],
  toTask: (row: Row) => FoundTask,
) => groupOf(rows, toTask, rows[0]?.total ?? 0);

export function aLineOf(written: string): string {
  const line = oneLine(written);
  const cut = cutCharacters(line, 140);
  return cut === line ? line : `${cut.trimEnd()}...`;
}
