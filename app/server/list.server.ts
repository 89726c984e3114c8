import { and, asc, type SQL, type SQLWrapper, sql } from "drizzle-orm";
import type { PgTable } from "drizzle-orm/pg-core";
import { type ListAddress, type Page, pageCount, pageSize } from "#app/values/list.ts";
import type { Db } from "./db.server.ts";

/** A condition that finds rows in which every word that was typed begins some word of `words`; none for nothing typed. */
export function matches(words: SQL, typed: string): SQL | undefined {
  const terms = typed.toLowerCase().split(/[^\p{L}\p{N}]+/u).filter(Boolean);
  if (typed && terms.length === 0) return sql`false`;
  return terms.length > 0 ? sql`${words} @@ to_tsquery('simple', ${terms.map((term) => `'${term}':*`).join(" & ")})` : undefined;
}

type Source = {
  table: PgTable;
  /** What an address may sort by. */
  sorts: Readonly<Record<string, SQLWrapper>>;
  /** Settles the order of equals, so that no row is on two pages. */
  id: SQLWrapper;
};

/** One page of a table's rows, in the order of the list's address. `everything` leaves the pages out, for exports. */
export async function readPage<Row>(db: Db, { table, sorts, id }: Source, list: ListAddress, conditions: readonly (SQL | undefined)[], everything = false): Promise<Page<Row>> {
  const where = and(...conditions);
  const by = sorts[list.sort.replace(/^-/, "")]!;
  // Unknown values come last in either direction.
  const order = list.sort.startsWith("-") ? sql`${by} desc nulls last` : asc(by);
  const query = db.select().from(table).where(where).orderBy(order, asc(id));
  if (everything) {
    const rows = (await query) as Row[];
    return { rows, total: rows.length, page: 1 };
  }
  const total = await db.$count(table, where);
  const page = Math.min(list.page, pageCount(total));
  const rows = (await query.limit(pageSize).offset((page - 1) * pageSize)) as Row[];
  return { rows, total, page };
}
