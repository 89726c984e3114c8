import { type SQLWrapper, sql } from "drizzle-orm";
import { customType, type PgTable, text, timestamp } from "drizzle-orm/pg-core";
import { isUuid, noUuid } from "#app/values/uuid.ts";

/* Columns that several tables have, and what they are searched by. */

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
export const arrivedAt = () => instant("arrived_at").notNull().defaultNow();
/** Days and times that our calendars have: other programs may also write `infinity` or the year 12345, which nothing can show. */
export const inCalendars = (...columns: SQLWrapper[]) =>
  sql.join(
    columns.map((column) => sql`${column} between '1900-01-01' and '9999-12-31'`),
    sql` and `,
  );
/** Set while a deleted row can still be taken back; every query but the one of deleted things leaves it out. */
export const deletedAt = () => instant("deleted_at");
/** Why a form looks like a bot's: the honeypot was filled in, the form token was forged or too new, or there were too many links. */
const spamReasons = ["trap", "forged", "hasty", "links"] as const;
export type SpamReason = (typeof spamReasons)[number];
/** Suspected spam is quarantined until the owner has looked. */
export const spamReason = () => text("suspicion", { enum: spamReasons });

/**
 * The table's text in small letters, the parts of addresses as words of their own: what a list is searched in.
 * A generated column of the migrations with a trigram index; left out here, so that no page carries it along.
 */
export const searched = (table: PgTable) => sql`${table}."search"`;
