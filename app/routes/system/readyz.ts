import { sql } from "drizzle-orm";
import { getDb } from "#app/server/database/db.server.ts";
import { log } from "#app/server/log.server.ts";

const timeout = 1_000;

/** Ready when the database answers; it was migrated before it was opened. */
export async function loader() {
  const headers = { "Cache-Control": "no-store" };
  try {
    const timedOut = new Promise<never>((_, reject) =>
      setTimeout(() => reject(new Error("The database does not answer.")), timeout).unref(),
    );
    await Promise.race([getDb().execute(sql`select 1`), timedOut]);
    return Response.json({ ok: true }, { headers });
  } catch (error) {
    log.error({ err: error }, "not ready");
    return Response.json({ ok: false }, { status: 503, headers });
  }
}
