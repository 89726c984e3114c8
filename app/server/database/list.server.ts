import { and, asc, Column, desc, inArray, is, type SQL, type SQLWrapper, sql } from "drizzle-orm";
import type { PgTable } from "drizzle-orm/pg-core";
import { type ListAddress, type Page, pageCount, pageSize } from "#app/values/list.ts";
import type { Db } from "./db.server.ts";
import { searched } from "./tables.server.ts";

/**
 * Finds the rows of a table whose text contains every word that was typed; one or two letters must
 * begin a word. None are found for signs alone, all for nothing typed.
 */
export function matches(table: PgTable, typed: string, text = searched(table)): SQL | undefined {
  const words = typed
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean);
  if (typed && words.length === 0) return sql`false`;
  // Every word of the column has a blank before it.
  return and(
    ...words.map((word) => sql`${text} like ${word.length > 2 ? `%${word}%` : `% ${word}%`}`),
  );
}

type Source = {
  table: PgTable;
  /** What an address may sort by. */
  sorts: Readonly<Record<string, SQLWrapper>>;
  /** Settles the order of equals, so that no row is on two pages. */
  id: SQLWrapper;
};

/** One page of a table's rows, in the order of the list's address. `everything` leaves the pages out, for exports. */
export async function readPage<Row>(
  db: Db,
  { table, sorts, id }: Source,
  list: ListAddress,
  conditions: readonly (SQL | undefined)[],
  everything = false,
): Promise<Page<Row>> {
  const where = and(...conditions);
  const by = sorts[list.sort.replace(/^-/, "")]!;
  const order = list.sort.startsWith("-") ? [lastFirst(by), desc(id)] : [asc(by), asc(id)];
  if (everything) {
    const rows = (await db
      .select()
      .from(table)
      .where(where)
      .orderBy(...order)) as Row[];
    return { rows, total: rows.length, page: 1 };
  }
  const total = await db.$count(table, where);
  const page = Math.min(list.page, pageCount(total));
  // What is turned over is only looked up in the index; whole rows are read for the page alone.
  const shown = db
    .select({ id: sql`${id}` })
    .from(table)
    .where(where)
    .orderBy(...order)
    .limit(pageSize)
    .offset((page - 1) * pageSize);
  const rows = (await db
    .select()
    .from(table)
    .where(inArray(id, shown))
    .orderBy(...order)) as Row[];
  return { rows, total, page };
}

/** Unknown values come last in either direction. What cannot be unknown is an index read backwards. */
function lastFirst(by: SQLWrapper): SQL {
  return is(by, Column) && !by.notNull ? sql`${by} desc nulls last` : desc(by);
}
