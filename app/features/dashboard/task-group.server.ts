import { inArray, type SQL, type SQLWrapper, sql } from "drizzle-orm";
import type { PgColumn, PgTable } from "drizzle-orm/pg-core";
import type { Db } from "#app/server/database/db.server.ts";
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

/** The number of all matching rows, despite LIMIT. An index may have all that it needs. */
export const totalOf = (table: PgTable, where: SQL | undefined) =>
  sql<number>`(select count(*) from ${table} where ${where})`.mapWith(Number);

/** The first ones, found before whole rows are read. */
export const topRows = (
  db: Db,
  table: PgTable & { id: PgColumn },
  where: SQL | undefined,
  order: readonly SQL[],
) =>
  inArray(
    table.id,
    db
      .select({ id: sql`${table.id}` })
      .from(table)
      .where(where)
      .orderBy(...order)
      .limit(maxTasks),
  );

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
