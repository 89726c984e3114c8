import { and, eq, gte, isNull, type SQL, sql } from "drizzle-orm";
import type { Owner } from "#app/features/auth/model.ts";
import { actorName, byTheClock } from "#app/features/diary/model.ts";
import { openDiary } from "#app/features/diary/entries.server.ts";
import type { ImportKind } from "#app/server/database/enums.ts";
import type { Db } from "#app/server/database/db.server.ts";
import { rowsOf } from "#app/server/database/list.server.ts";
import { auditEntries, imports } from "#app/server/database/tables.server.ts";
import { periodStart } from "#app/values/period.ts";
import { countOf } from "#app/values/wording.ts";
import { importNouns, undoPeriod } from "./model.ts";

/** `stay`: changed or used since. */
type UndoOutcome = { removed: number; stay: number } | null;

/** Null if it was undone before, or is too old. */
export function undoImport(db: Db, by: Owner, id: string, now = new Date()): Promise<UndoOutcome> {
  return db.transaction(async (tx) => {
    const since = periodStart(undoPeriod, now);
    const isOpen = and(isNull(imports.undoneAt), gte(imports.importedAt, since));
    const [done] = await tx
      .update(imports)
      .set({ undoneAt: now })
      .where(and(eq(imports.id, id), isOpen))
      .returning();
    if (!done?.kind) return null;
    const [entry] = await tx
      .insert(auditEntries)
      .values({
        at: now,
        actor: by.email,
        action: "took back",
        subjectKind: "records",
        subjectId: id,
        label: `of ${done.fileName}`,
      })
      .returning({ id: auditEntries.id });
    // The records of consent can only be deleted in the name of this entry.
    await tx.execute(sql`select set_config('privacy.entry', ${String(entry!.id)}, true)`);
    if (done.kind === "appointments") await openDiary(tx, now);
    const removed = await removeAll(tx, removals[done.kind](id, done.importedAt!));
    const stay = await count(tx, remaining[done.kind](id));
    const label = `of ${done.fileName}: ${countOf(removed, importNouns[done.kind])}`;
    await tx.update(auditEntries).set({ label }).where(eq(auditEntries.id, entry!.id));
    return { removed, stay };
  });
}

/** Records per SQL statement, within the statement timeout. */
const atOnce = 500;

async function removeAll(tx: Db, statement: SQL): Promise<number> {
  let removed = 0;
  for (;;) {
    const some = await count(tx, statement);
    removed += some;
    if (some < atOnce) return removed;
  }
}

async function count(tx: Db, statement: SQL): Promise<number> {
  const [row] = await rowsOf<{ count: number }>(tx, statement);
  return row?.count ?? 0;
}

const clock = actorName(byTheClock);

const removals: Record<ImportKind, (id: string, importedAt: Date) => SQL> = {
  clients: (id, importedAt) => sql`with removed as (
      delete from client_notes where email in (
        select email from client_notes where import_id = ${id}
          and updated_at = ${importedAt.toISOString()}::timestamptz limit ${atOnce}) returning 1)
    select count(*)::int as count from removed`,
  // What the clock alone has done to a session doesn't count as a change.
  appointments: (id) => sql`with removed as (
      delete from diary_entries where id in (
        select id from diary_entries entry where import_id = ${id}
          and sales_invoice_id is null and credit_id is null
          and not exists (select 1 from activity
            where subject_id = entry.id and actor <> ${clock})
          and not exists (select 1 from letters where diary_entry_id = entry.id)
        limit ${atOnce}) returning 1)
    select count(*)::int as count from removed`,
  subscribers: (id) => sql`with own as (
      select distinct subscriber_id as id from subscriber_events event where import_id = ${id}
        and not exists (select 1 from subscriber_events other
          where other.subscriber_id = event.subscriber_id and other.import_id is distinct from ${id}
            and (other.id > event.id or event.data->'before' is null))
        and (event.data->'before' is not null or not exists (
          select 1 from letters where letters.subscriber_id = event.subscriber_id))
        limit ${atOnce}
    ), events as (
      delete from subscriber_events where import_id = ${id}
        and subscriber_id in (select id from own) returning subscriber_id, data->>'before' as before
    ), back as (
      update subscribers set state = events.before from events
        where subscribers.id = events.subscriber_id and events.before is not null
    ), removed as (
      delete from subscribers using events
        where subscribers.id = events.subscriber_id and events.before is null
    ) select count(distinct subscriber_id)::int as count from events`,
};

const remaining: Record<ImportKind, (id: string) => SQL> = {
  clients: (id) => sql`select count(*)::int as count from client_notes where import_id = ${id}`,
  appointments: (id) =>
    sql`select count(*)::int as count from diary_entries where import_id = ${id}`,
  subscribers: (id) => sql`select count(distinct subscriber_id)::int as count
    from subscriber_events where import_id = ${id}`,
};
