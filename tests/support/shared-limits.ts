import { sql } from "drizzle-orm";
import type { Db } from "#app/server/database/db.server.ts";

/** The limits that all visitors of a site share, by the ids of their buckets. */
const shared = [
  "announcements of enquiries",
  "emails to unverified addresses",
  "acknowledgements",
  "enquiries of all true",
  "enquiries of all false",
];

/**
 * Keeps the limits that all visitors share from ever filling. A site under test gets in minutes the
 * enquiries of weeks, so whether an email goes out at once would depend on the tests before.
 */
export async function liftSharedLimits(db: Db): Promise<void> {
  const ids = sql.raw(shared.map((id) => `'${id}'`).join());
  await db.execute(sql`
    create function keep_bucket_full() returns trigger language plpgsql as
    $$ begin new.spent_until := now(); return new; end $$`);
  await db.execute(sql`
    create trigger shared_limits before insert or update on allowances
    for each row when (new.id in (${ids})) execute function keep_bucket_full()`);
}

export async function restoreSharedLimits(db: Db): Promise<void> {
  await db.execute(sql`drop function keep_bucket_full cascade`);
}
