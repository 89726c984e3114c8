import { type SQLWrapper, sql } from "drizzle-orm";
import { customType, type PgTable, text, timestamp } from "drizzle-orm/pg-core";
import { spamReasons } from "#app/server/database/enums.ts";
import { isUuid, noUuid } from "#app/values/uuid.ts";

/* Columns that several tables have, and what they are searched by. */

/** That a column has one of these values, or none. */
export const isOneOf = (column: SQLWrapper, values: readonly (string | number)[]) =>
  sql`${column} in (${sql.raw(values.map((value) => (typeof value === "string" ? `'${value}'` : value)).join(", "))})`;

export const instant = (name: string) => timestamp(name, { withTimezone: true, mode: "date" });
/** The id of a row. A text that can be none finds nothing, where PostgreSQL would fail the whole query. */
export const rowId = customType<{ data: string }>({
  dataType: () => "uuid",
  toDriver: (given) => (isUuid(given) ? given : noUuid),
});
export const id = () =>
  rowId("id")
    .primaryKey()
    .default(sql`gen_random_uuid()`);
export const createdAt = () => instant("created_at").notNull().defaultNow();
/** When the row came here. One that is brought from elsewhere has a past, but its time of keeping begins now. */
export const receivedAt = () => instant("arrived_at").notNull().defaultNow();
/**
 * Days and times that our calendars have: other programs may also write `infinity` or the year
 * 12345, which nothing can show.
 */
export const inCalendars = (...columns: SQLWrapper[]) =>
  sql.join(
    columns.map((column) => sql`${column} between '1900-01-01' and '9999-12-31'`),
    sql` and `,
  );
/** Set while a deleted row can still be taken back; every query but the one of deleted things leaves it out. */
export const deletedAt = () => instant("deleted_at");
/** Suspected spam is quarantined until the owner has looked. */
export const spamReason = () => text("suspicion", { enum: spamReasons });

/**
 * The table's text in lower case, with the parts of email addresses as words of their own, for search.
 * A generated column of the migrations with a trigram index; left out here, so that no page carries it along.
 */
export const searched = (table: PgTable) => sql`${table}."search"`;
