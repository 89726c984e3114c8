import { type SQLWrapper, sql } from "drizzle-orm";
import { customType, type PgTable, text, timestamp } from "drizzle-orm/pg-core";
import { spamReasons } from "#app/server/database/enums.ts";
import { isUuid, noUuid } from "#app/values/uuid.ts";

export const isOneOf = (column: SQLWrapper, values: readonly (string | number)[]) =>
  sql`${column} in (${sql.raw(values.map((value) => (typeof value === "string" ? `'${value}'` : value)).join(", "))})`;

export const instant = (name: string) => timestamp(name, { withTimezone: true, mode: "date" });
/** Text that is no UUID finds no row; PostgreSQL would fail the whole query. */
export const rowId = customType<{ data: string }>({
  dataType: () => "uuid",
  toDriver: (given) => (isUuid(given) ? given : noUuid),
});
export const bytes = customType<{ data: Uint8Array }>({ dataType: () => "bytea" });
export const id = () =>
  rowId("id")
    .primaryKey()
    .default(sql`gen_random_uuid()`);
export const createdAt = () => instant("created_at").notNull().defaultNow();
/** From when retention counts: `created_at` of an imported row may be years earlier. */
export const receivedAt = () => instant("arrived_at").notNull().defaultNow();
/** Other programs may write `infinity` or the year 12345, which cannot be shown. */
export const inCalendars = (...columns: SQLWrapper[]) =>
  sql.join(
    columns.map((column) => sql`${column} between '1900-01-01' and '9999-12-31'`),
    sql` and `,
  );
/** Set while a deleted row can still be restored; every query but that of deleted records excludes it. */
export const deletedAt = () => instant("deleted_at");
export const spamReason = () => text("suspicion", { enum: spamReasons });

/**
 * Folded text for search, with the parts of email addresses as words. A generated column of the
 * migrations, not declared in the tables so that no query loads it.
 */
export const searched = (table: PgTable) => sql`${table}."search"`;
