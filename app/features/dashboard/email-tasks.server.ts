import { desc, eq, sql } from "drizzle-orm";
import type { Db } from "#app/server/database/db.server.ts";
import { emails } from "#app/server/database/tables.server.ts";
import { maxTasks } from "./model.ts";
import { type Occasion, aLineOf, isNewRow, toGroup, totalRows } from "./task-group.server.ts";

export async function findFailedEmails(db: Db, { since }: Occasion) {
  const failedAt = sql<Date>`coalesce(${emails.settledAt}, ${emails.createdAt})`.mapWith(
    emails.createdAt,
  );
  const rows = await db
    .select({
      id: emails.id,
      recipient: emails.recipient,
      subject: emails.subject,
      at: failedAt,
      isNew: sql<boolean>`${isNewRow(failedAt, since)}`,
      total: totalRows,
    })
    .from(emails)
    .where(eq(emails.state, "failed"))
    .orderBy(desc(failedAt))
    .limit(maxTasks);
  return toGroup(rows, ({ id, recipient, subject, at, isNew }) => ({
    id,
    who: recipient,
    what: aLineOf(subject),
    when: { at },
    urgent: null,
    isNew,
  }));
}
