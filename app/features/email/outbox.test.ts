import { sql } from "drizzle-orm";
import { describe, expect } from "vitest";
import { enqueue } from "#app/server/jobs/queue.server.ts";
import { rowsOf } from "#app/server/database/list.server.ts";
import { emails } from "#app/server/database/tables.server.ts";
import { dbTest, onBothDatabases as onBoth } from "#tests/support/db.ts";
import { requeueEmails } from "./outbox.server.ts";

const email = { recipient: "ada@client.example", subject: "s", html: "h", text: "h" };

describe("pending emails without a delivery job", () => {
  onBoth("get one job each, even when requeued twice; delivered ones get none", async ({ db }) => {
    const rows = await db
      .insert(emails)
      .values([
        { ...email, kind: "quote" },
        { ...email, kind: "quote", state: "sending" },
        { ...email, kind: "quote", state: "sent" },
        { ...email, kind: "quote", state: "failed" },
      ])
      .returning();
    await db.transaction((tx) => enqueue(tx, "letters", [{ letterId: rows[0]!.id }]));
    await Promise.all([requeueEmails(db), requeueEmails(db)]);
    await requeueEmails(db);
    const jobs = await rowsOf<{ id: string }>(
      db,
      sql`select data->>'letterId' as id from pgboss.job where name = 'letters'`,
    );
    expect(jobs.map(({ id }) => id).toSorted()).toEqual([rows[0]!.id, rows[1]!.id].toSorted());
  });

  dbTest("are requeued together, 10,000 of them", async ({ db }) => {
    await db.execute(
      sql`insert into letters (kind, recipient, subject, html, text)
        select 'quote', 'a' || n || '@b.co', 's', 'h', 'h' from generate_series(1, 10000) n`,
    );
    await requeueEmails(db);
    await requeueEmails(db);
    expect(
      await rowsOf(
        db,
        sql`select count(*)::int as jobs, count(distinct data->>'letterId')::int as emails
          from pgboss.job where name = 'letters'`,
      ),
    ).toEqual([{ jobs: 10_000, emails: 10_000 }]);
  });
});
