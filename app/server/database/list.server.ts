import {
  and,
  asc,
  Column,
  desc,
  gte,
  inArray,
  is,
  lt,
  type SQL,
  type SQLWrapper,
  sql,
} from "drizzle-orm";
import type { PgTable } from "drizzle-orm/pg-core";
import type { ListPage, ListQuery } from "#app/ui/admin/list-query.ts";
import { addMonths, type Month, startOfMonth } from "#app/values/calendar.ts";
import { foldText } from "#app/values/folding.ts";
import type { Db } from "./db.server.ts";
import { searched } from "./tables.server.ts";

/** Every word must match, short ones at a word's start. Punctuation alone matches nothing. */
export function matches(table: PgTable, typed: string, text = searched(table)): SQL | undefined {
  const words = searchWords(typed);
  if (typed && words.length === 0) return sql`false`;
  // The column has a space before every word.
  return and(
    ...words.map((word) => sql`${text} like ${isPart(word) ? `%${word}%` : `% ${word}%`}`),
  );
}

// Han, kana and Hangul are written without spaces between names.
const isPart = (word: string) => word.length > 2 || /[\u3040-\u9fff\uac00-\ud7a3]/.test(word);

export function searchWords(typed: string): string[] {
  return foldText(typed)
    .split(/[^\p{L}\p{M}\p{N}]+/u)
    .filter(Boolean);
}

/** By Melbourne time; all rows without a month. */
export function inMonth(column: Column, month: Month | undefined): SQL | undefined {
  if (!month) return undefined;
  const bound = (of: Month) => (column.dataType === "date" ? startOfMonth(of) : `${of}-01`);
  return and(gte(column, bound(month)), lt(column, bound(addMonths(month, 1))));
}

type Source = {
  table: PgTable;
  sorts: Readonly<Record<string, SQLWrapper>>;
  /** Expressions that may be null; a column says it itself. */
  sparse?: readonly string[];
  /** Orders rows with equal keys, so that no row is on two pages. */
  id: SQLWrapper;
};

export function clampPage({ page, pageSize }: ListQuery, total: number): number {
  return pageSize === null ? 1 : Math.min(page, Math.max(1, Math.ceil(total / pageSize)));
}

export async function readPage<Row>(
  db: Db,
  { table, sorts, sparse = [], id }: Source,
  list: ListQuery,
  conditions: readonly (SQL | undefined)[],
): Promise<ListPage<Row>> {
  const where = and(...conditions);
  const name = list.sort.replace(/^-/, "");
  const by = sorts[name]!;
  const isSparse = is(by, Column) ? !by.notNull : sparse.includes(name);
  // Nulls come last in either direction; without any, an index is read backwards.
  const lastFirst = isSparse ? sql`${by} desc nulls last` : desc(by);
  const order = list.sort.startsWith("-") ? [lastFirst, desc(id)] : [asc(by), asc(id)];
  const rowsWhere = async (condition: SQL | undefined) =>
    (await db
      .select()
      .from(table)
      .where(condition)
      .orderBy(...order)) as Row[];
  if (list.pageSize === null) {
    const rows = await rowsWhere(where);
    return { rows, total: rows.length, page: 1 };
  }
  const { pageSize } = list;
  // Offset and limit read ids from the index only; whole rows are read for one page.
  const shownOn = (page: number) =>
    db
      .select({ id: sql`${id}` })
      .from(table)
      .where(where)
      .orderBy(...order)
      .limit(pageSize)
      .offset((page - 1) * pageSize);
  const total = await db.$count(table, where);
  const page = clampPage(list, total);
  return { rows: await rowsWhere(inArray(id, shownOn(page))), total, page };
}

export async function rowsOf<Row>(db: Db, statement: SQL): Promise<Row[]> {
  return ((await db.execute(statement)) as unknown as { rows: Row[] }).rows;
}
