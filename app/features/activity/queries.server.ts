import { desc, eq, sql } from "drizzle-orm";
import { unionAll } from "drizzle-orm/pg-core";
import type { Administrator } from "#app/features/auth/model.ts";
import type { Db } from "#app/server/db.server.ts";
import { activity, invoices, quoteEvents } from "#app/server/tables.server.ts";
import { type ListAddress, type ListShape, type Page, pageCount, pageSize } from "#app/values/list.ts";

/** What the log can be asked for: its pages, newest first. */
export const activityList: ListShape = { sorts: [], sort: "-at" };

export type Happening = {
  at: Date;
  actor: string;
  action: string;
  kind: string;
  id: string | null;
  label: string;
  before: Record<string, unknown> | null;
  after: Record<string, unknown> | null;
};

/** Who changed what, newest first. What happens to quotes has a record of its own, which is told here as well. */
export async function listActivity(db: Db, _asker: Administrator, list: ListAddress): Promise<Page<Happening>> {
  const changes = db
    .select({ at: activity.at, actor: activity.actor, action: activity.action, kind: sql<string>`${activity.subjectKind}`.as("kind"), id: sql<string | null>`${activity.subjectId}`.as("id"), label: activity.label, before: activity.before, after: activity.after })
    .from(activity);
  const quotes = db
    .select({
      at: quoteEvents.at,
      actor: quoteEvents.actor,
      action: sql<string>`${quoteEvents.kind}`.as("action"),
      kind: sql<string>`'quote'`.as("kind"),
      id: sql<string | null>`${quoteEvents.invoiceId}`.as("id"),
      label: sql<string>`${invoices.clientName} || ', ' || ${invoices.invoiceType}`.as("label"),
      before: sql<null>`null::jsonb`.as("before"),
      after: sql<null>`null::jsonb`.as("after"),
    })
    .from(quoteEvents)
    .innerJoin(invoices, eq(invoices.id, quoteEvents.invoiceId));
  const total = (await db.$count(activity)) + (await db.$count(quoteEvents));
  const page = Math.min(list.page, pageCount(total));
  const rows = await unionAll(changes as never, quotes as never)
    .orderBy(desc(sql`at`))
    .limit(pageSize)
    .offset((page - 1) * pageSize);
  return { rows: rows as unknown as Happening[], total, page };
}
