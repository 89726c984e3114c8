import { sql } from "drizzle-orm";
import { expect, onTestFinished } from "vitest";
import type { Db } from "#app/server/database/db.server.ts";
import { rowsOf } from "#app/server/database/list.server.ts";
import { openEmailTransport } from "#app/server/outbound/email-transport.server.ts";
import { startMailServer } from "../fakes/smtp.ts";

/** Puts the queue's clock forward. */
export async function setQueueClock(db: Db, minutes: number): Promise<void> {
  await db.execute(
    sql.raw(
      `create or replace function pgboss.job_now() returns timestamp with time zone as
       $$ select now() + interval '${minutes} minutes' $$ language sql stable`,
    ),
  );
}

/** A mail server and the transport to it; after the test both are closed and the queue's clock is set right. */
export async function aMailServerAndTransport(db: Db) {
  const server = await startMailServer();
  const mail = openEmailTransport({
    SMTP_URL: server.url,
    MAIL_FROM: "Imogen <studio@site.example>",
    DATA_DIR: "",
  });
  onTestFinished(async () => {
    mail.close();
    await server.stop();
    await setQueueClock(db, 0);
  });
  return { server, mail };
}

/** Waits until no job of a queue is under way or due. */
export async function untilQueueIdle(db: Db, queue: string): Promise<void> {
  const due = () =>
    rowsOf<{ count: number }>(
      db,
      sql`select count(*)::int as count from pgboss.job where name = ${queue}
        and (state = 'active' or (state < 'active' and start_after <= pgboss.job_now()))`,
    );
  await expect.poll(async () => (await due())[0]!.count).toBe(0);
}
