import { randomUUID } from "node:crypto";
import { join } from "node:path";
import { setImmediate } from "node:timers/promises";
import { and, eq, isNull, lt, sql, gte, type SQL } from "drizzle-orm";
import { recordActivity } from "#app/features/audit/record.server.ts";
import type { Owner } from "#app/features/auth/model.ts";
import { newToken, openDiary } from "#app/features/diary/entries.server.ts";
import { recordId } from "#app/features/intake/submission.server.ts";
import type { Db } from "#app/server/database/db.server.ts";
import {
  clientNotes,
  diaryEntries,
  imports,
  subscriberEvents,
  subscribers,
  auditEntries,
} from "#app/server/database/tables.server.ts";
import { root } from "#app/server/root.server.ts";
import { openThread } from "#app/server/thread.server.ts";
import { startOfDay } from "#app/values/calendar.ts";
import { type Period, periodStart } from "#app/values/period.ts";
import { check } from "#app/values/rules.ts";
import { countOf } from "#app/values/wording.ts";
import { actorName, byTheClock } from "#app/features/diary/model.ts";
import type { ImportKind } from "#app/server/database/enums.ts";
import { rowsOf } from "#app/server/database/list.server.ts";
import {
  choiceSchema,
  type FileToRead,
  type ImportChoice,
  importNouns,
  type ReadImport,
  type SubscriberRow,
  undoPeriod,
} from "./model.ts";
import { type ImportPlan, planImport } from "./plan.server.ts";
import type { ImportFile } from "./read.server.ts";

// A source file: Node runs TypeScript in development, tests and production.
const worker = join(root, "app/features/imports/worker.server.ts");

const readInWorker = openThread<FileToRead, ImportFile>(worker);

export type StoredImport = typeof imports.$inferSelect;

type GivenFile = { fileName: string; bytes: Uint8Array };

/** Why the file can't be read at all, if so. */
export async function checkFile(file: GivenFile): Promise<string | null> {
  const read = await readInWorker({ ...file, choice: {} });
  return read.is === "refused" ? read.message : null;
}

type NewFile = GivenFile & { key: string };

/** Keeps the file until the owner has seen what would become of it. The same form sent twice keeps one. */
export async function keepFile(
  db: Db,
  by: Owner,
  { fileName, bytes, key }: NewFile,
  now = new Date(),
): Promise<string> {
  const id = recordId("import", key, fileName);
  const draft = { id, createdAt: now, createdBy: by.email, fileName, file: bytes };
  await db.insert(imports).values(draft).onConflictDoNothing();
  return id;
}

const waits = (id: string) => and(eq(imports.id, id), isNull(imports.importedAt));

/** False if the file waits no longer. */
export async function saveChoice(
  db: Db,
  _by: Owner,
  id: string,
  choice: ImportChoice,
): Promise<boolean> {
  const saved = await db
    .update(imports)
    .set({ choice })
    .where(waits(id))
    .returning({ id: imports.id });
  return saved.length > 0;
}

/** False if the file waits no longer. */
export async function dropFile(db: Db, _by: Owner, id: string): Promise<boolean> {
  const dropped = await db.delete(imports).where(waits(id)).returning({ id: imports.id });
  return dropped.length > 0;
}

/** How long a file waits for the owner to import it. */
const draftPeriod = { days: 1 } as const satisfies Period;

export async function deleteWaitingFiles(db: Db, now: Date): Promise<void> {
  const isOld = lt(imports.createdAt, periodStart(draftPeriod, now));
  await db.delete(imports).where(and(isNull(imports.importedAt), isOld));
}

export function readStoredFile({ file, fileName, choice }: StoredImport): Promise<ImportFile> {
  const checked = check(choiceSchema, choice ?? {});
  const said = checked.ok ? checked.value : {};
  return readInWorker({ bytes: file ?? new Uint8Array(), fileName, choice: said });
}

type ImportOutcome =
  | { is: "imported"; plan: ImportPlan }
  | { is: "already" | "gone" | "changed" | "open" };

/** One transaction, which sends no email. `changed`: another tab has said something else of the columns. */
export async function importStored(
  db: Db,
  by: Owner,
  id: string,
  now = new Date(),
): Promise<ImportOutcome> {
  const [stored] = await db.select().from(imports).where(eq(imports.id, id));
  if (!stored) return { is: "gone" };
  if (stored.importedAt) return { is: "already" };
  const read = await readStoredFile(stored);
  if (read.is === "refused" || Object.keys(read.open).length > 0) return { is: "open" };
  return db.transaction(async (tx) => {
    // FOR UPDATE: a second press of the button waits here.
    const [current] = await tx.select().from(imports).where(eq(imports.id, id)).for("update");
    if (!current) return { is: "gone" };
    if (current.importedAt) return { is: "already" };
    if (JSON.stringify(current.choice) !== JSON.stringify(stored.choice)) return { is: "changed" };
    const planned = await planImport(tx, read, now);
    const plan =
      planned.kind === "appointments" ? await addAppointments(tx, read, planned, id, now) : planned;
    const { kind, counts } = plan;
    await tx
      .update(imports)
      .set({ kind, counts, file: null, choice: null, importedAt: now })
      .where(eq(imports.id, id));
    if (kind === "clients") await addClients(tx, plan.added, id, now);
    else if (kind === "subscribers") await addSubscribers(tx, plan, current, now);
    const label = `of ${current.fileName}: ${countOf(counts.new, importNouns[kind])}`;
    const subject = { kind: "records", id, label } as const;
    await recordActivity(tx, { actor: by.email, action: "imported", subject }, now);
    return { is: "imported", plan };
  });
}

/** Rows per SQL statement: the embedded database holds the process until the next turn of its event loop. */
const rowsAtOnce = 250;

async function inParts<Row>(rows: readonly Row[], write: (some: Row[]) => Promise<unknown>) {
  for (let at = 0; at < rows.length; at += rowsAtOnce) {
    await write(rows.slice(at, at + rowsAtOnce));
    await setImmediate();
  }
}

type PlanOf<Kind extends ImportPlan["kind"]> = Extract<ImportPlan, { kind: Kind }>;
type Added<Kind extends ImportPlan["kind"]> = PlanOf<Kind>["added"];

const addClients = (tx: Db, added: Added<"clients">, importId: string, now: Date) =>
  inParts(added, (some) =>
    tx
      .insert(clientNotes)
      .values(
        some.map(({ email, name, phone, notes }) => {
          return { email, name, phone, notes, importId, updatedAt: now };
        }),
      )
      .onConflictDoNothing(),
  );

/** Returns what became of the plan. Only those ahead hold up whoever books meanwhile. */
async function addAppointments(
  tx: Db,
  read: ReadImport,
  planned: PlanOf<"appointments">,
  importId: string,
  now: Date,
): Promise<PlanOf<"appointments">> {
  const write = (rows: Added<"appointments">) =>
    inParts(rows, (some) =>
      tx
        .insert(diaryEntries)
        .values(some.map((row) => entryOf(row, importId, now)))
        .onConflictDoNothing({ target: diaryEntries.id }),
    );
  const past = planned.added.filter(({ endsAt }) => endsAt <= now);
  await write(past);
  await openDiary(tx, now);
  const { added, overlaps } = (await planImport(tx, read, now)) as typeof planned;
  await write(added);
  const { counts } = planned;
  const all = [...past, ...added];
  const known = counts.known + counts.new - all.length;
  return { ...planned, added: all, overlaps, counts: { ...counts, new: all.length, known } };
}

/** Past sessions are settled elsewhere; those ahead are invoiced only by the owner herself. */
function entryOf(row: Added<"appointments">[number], importId: string, now: Date) {
  const { id, firm, service, title, startsAt, endsAt, price, name, email, phone, notes } = row;
  const isPast = endsAt <= now;
  const bookedAt = row.bookedOn ? startOfDay(row.bookedOn) : startsAt;
  const terms = service && {
    serviceId: service.id,
    changeNotice: service.changeNotice,
    place: service.place,
    placeDetails: service.placeDetails,
  };
  return {
    id,
    importId,
    kind: "appointment" as const,
    state: isPast ? ("done" as const) : ("booked" as const),
    firm,
    title,
    startsAt,
    endsAt,
    busyFrom: startsAt,
    busyUntil: endsAt,
    price: isPast ? null : price,
    sessionInvoicing: "off" as const,
    ...terms,
    clientName: name,
    clientEmail: email || null,
    phone: phone || null,
    ownerNote: notes || null,
    token: newToken(),
    createdAt: bookedAt < now ? bookedAt : now,
    receivedAt: now,
    updatedAt: now,
  };
}

async function addSubscribers(
  tx: Db,
  { added, leaving }: Extract<ImportPlan, { kind: "subscribers" }>,
  { id: importId, fileName }: StoredImport,
  now: Date,
): Promise<void> {
  const data = { form: `Import of ${fileName}` };
  await inParts(added, async (some) => {
    const people = some.map((row) => ({ id: randomUUID(), row }));
    await tx.insert(subscribers).values(
      people.map(({ id, row: { email, firstName, lastName, state, asked, confirmed } }) => {
        const createdAt = state === "subscribed" ? (asked ?? confirmed ?? now) : now;
        return { id, email, firstName, lastName, state, createdAt };
      }),
    );
    const events = people.flatMap(({ id, row }) =>
      eventsOf(row, now).map((event) => ({ subscriberId: id, importId, data, ...event })),
    );
    await tx.insert(subscriberEvents).values(events);
  });
  await inParts(leaving, async (some) => {
    const ids = JSON.stringify(some.map(({ id }) => id));
    await tx
      .update(subscribers)
      .set({ state: "unsubscribed" })
      .where(sql`${subscribers.id}::text in (select jsonb_array_elements_text(${ids}::jsonb))`);
    const events = some.map(({ id, before, left }) => ({
      subscriberId: id,
      importId,
      kind: "unsubscribed" as const,
      at: now,
      data: { ...data, before, left },
    }));
    await tx.insert(subscriberEvents).values(events);
  });
}

/** Who left is kept from now on, as if they had left here today. */
function eventsOf({ state, asked, confirmed, left }: SubscriberRow, now: Date) {
  if (state === "unsubscribed")
    return [{ kind: "unsubscribed" as const, at: now, ...(left && { data: { left } }) }];
  const first = { kind: "asked" as const, at: asked ?? confirmed ?? now };
  return confirmed ? [first, { kind: "confirmed" as const, at: confirmed }] : [first];
}

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
