import { and, gt, type SQL, sql } from "drizzle-orm";
import type { PgColumn } from "drizzle-orm/pg-core";
import { recordId } from "#app/features/intake/submission.server.ts";
import { takesTime } from "#app/features/services/queries.server.ts";
import type { Db } from "#app/server/database/db.server.ts";
import {
  busyTimes,
  clientNotes,
  diaryEntries,
  erasedPeople,
  services,
  subscriberEvents,
  subscribers,
} from "#app/server/database/tables.server.ts";
import { senderDigest } from "#app/server/secret.server.ts";
import { isInstant, melbourneDay, shortTime } from "#app/values/calendar.ts";
import type {
  AppointmentRow,
  ClientRow,
  ImportCounts,
  LineNote,
  ReadImport,
  SubscriberRow,
} from "./model.ts";

/** What an import would do now. The dry run shows what the import then does. */
export type ImportPlan = {
  counts: ImportCounts;
  skipped: LineNote[];
  unreadable: LineNote[];
  /** Appointments that will stand beside others. */
  overlaps: LineNote[];
  /** The first of what is new, in words. */
  examples: string[];
} & (
  | { kind: "clients"; added: ClientRow[] }
  | { kind: "appointments"; added: PlannedAppointment[] }
  | { kind: "subscribers"; added: SubscriberRow[]; leaving: Leaving[] }
);

type PlannedAppointment = AppointmentRow & {
  id: string;
  firm: boolean;
  service: typeof services.$inferSelect | null;
};

type Leaving = { id: string; before: "pending" | "subscribed"; left: Date | null };

export async function planImport(tx: Db, read: ReadImport, now: Date): Promise<ImportPlan> {
  const isErased = await findErased(tx);
  const erased = read.rows.flatMap(({ email, line }) =>
    email && isErased(email) ? [{ line, why: "erased at this person's request" }] : [],
  );
  const kept = <Row extends { email: string }>(rows: readonly Row[]) =>
    rows.filter(({ email }) => !email || !isErased(email));
  const skipped = [...read.skipped, ...erased].toSorted((one, other) => one.line - other.line);
  const notes = { skipped, unreadable: read.unreadable };
  const counted = (added: number, rows: number) => ({
    new: added,
    known: rows - erased.length - added,
    skipped: skipped.length,
    unreadable: read.unreadable.length,
  });
  const shared = { ...notes, overlaps: [] };
  if (read.kind === "clients") {
    const rows = kept(read.rows);
    const known = await among(tx, clientNotes.email, rows);
    const added = rows.filter(({ email }) => !known.has(email));
    const examples = added
      .slice(0, shownExamples)
      .map(({ name, email }) => (name === email ? email : `${name}, ${email}`));
    const counts = counted(added.length, read.rows.length);
    return { kind: "clients", ...shared, counts, added, examples };
  }
  if (read.kind === "subscribers") {
    const rows = kept(read.rows);
    const { added, leaving } = await planSubscribers(tx, rows);
    const examples = added
      .slice(0, shownExamples)
      .map(({ email, state }) => (state === "subscribed" ? email : `${email}, who left`));
    const counts = { ...counted(added.length, read.rows.length), leaving: leaving.length };
    return { kind: "subscribers", ...shared, counts, added, leaving, examples };
  }
  const { added, overlaps } = await planAppointments(tx, kept(read.rows), now);
  const today = melbourneDay(now);
  const examples = added
    .slice(0, shownExamples)
    .map(({ startsAt, title, name }) => `${shortTime(startsAt, today)}: ${title}, ${name}`);
  const counts = counted(added.length, read.rows.length);
  return { kind: "appointments", ...notes, counts, added, overlaps, examples };
}

const shownExamples = 5;

export async function findErased(tx: Db): Promise<(email: string) => boolean> {
  const rows = await tx.select({ hash: erasedPeople.emailHash }).from(erasedPeople);
  const hashes = new Set(rows.map(({ hash }) => hash));
  return (email) => hashes.size > 0 && hashes.has(senderDigest(email));
}

/** One JSON parameter: one for each value could exceed the limit of a query. */
const isAmong = (column: PgColumn, values: readonly string[]): SQL =>
  sql`${column}::text in (select jsonb_array_elements_text(${JSON.stringify(values)}::jsonb))`;

async function among(tx: Db, email: PgColumn, rows: readonly { email: string }[]) {
  const emails = rows.map((row) => row.email);
  const found = await tx.select({ email }).from(email.table).where(isAmong(email, emails));
  return new Set(found.map((row) => row.email as string));
}

async function planSubscribers(tx: Db, rows: readonly SubscriberRow[]) {
  const emails = rows.map(({ email }) => email);
  const lastAsked = sql<Date | null>`(select max("at") from ${subscriberEvents}
    where "subscriber_id" = "subscribers"."id" and "kind" <> 'unsubscribed')`.mapWith(
    subscriberEvents.at,
  );
  const found = await tx
    .select({ id: subscribers.id, email: subscribers.email, state: subscribers.state, lastAsked })
    .from(subscribers)
    .where(isAmong(subscribers.email, emails));
  const known = new Map(found.map((one) => [one.email, one]));
  const leaving = rows.flatMap(({ email, state, left }): Leaving[] => {
    const one = known.get(email);
    if (!one || one.state === "unsubscribed" || state === "subscribed") return [];
    // Who asked again after leaving the other list stays.
    const isLater = left !== null && one.lastAsked !== null && one.lastAsked > left;
    return isLater ? [] : [{ id: one.id, before: one.state, left }];
  });
  return { added: rows.filter(({ email }) => !known.has(email)), leaving };
}

async function planAppointments(tx: Db, rows: readonly AppointmentRow[], now: Date) {
  const offered = await tx.select().from(services);
  const byName = new Map(offered.map((service) => [service.name.toLowerCase(), service]));
  const named = new Map(rows.map((row) => [idOf(row), row]));
  const found = await tx
    .select({ id: diaryEntries.id })
    .from(diaryEntries)
    .where(isAmong(diaryEntries.id, [...named.keys()]));
  const known = new Set(found.map(({ id }) => id));
  const fresh = [...named].filter(([id]) => !known.has(id));
  const ahead = fresh.map(([, row]) => row).filter(({ endsAt }) => endsAt > now);
  const beside = overlapping(ahead, ahead.length > 0 ? await takenTimes(tx, now) : []);
  const today = melbourneDay(now);
  return {
    added: fresh.map(([id, row]) => ({
      ...row,
      id,
      firm: !beside.has(row),
      service: byName.get(row.title.toLowerCase()) ?? null,
    })),
    overlaps: ahead
      .filter((row) => beside.has(row))
      .map(({ line, startsAt, title, name }) => ({
        line,
        why: `${shortTime(startsAt, today)}: ${title}, ${name}`,
      })),
  };
}

/** The same session in another file is the same entry, also after it was moved here. */
const idOf = ({ email, name, startsAt, title }: AppointmentRow) =>
  recordId("import", "appointment", [email || name, startsAt, title]);

type Time = { startsAt: Date; endsAt: Date };

async function takenTimes(tx: Db, now: Date): Promise<Time[]> {
  const { busyFrom: startsAt, busyUntil: endsAt } = diaryEntries;
  const entries = await tx
    .select({ startsAt, endsAt })
    .from(diaryEntries)
    .where(and(takesTime(now), gt(endsAt, now)));
  const busy = await tx
    .select({ startsAt: busyTimes.startsAt, endsAt: busyTimes.endsAt })
    .from(busyTimes)
    .where(gt(busyTimes.endsAt, now));
  // Another program may have stored `infinity`.
  return [...entries, ...busy].filter((time) => isInstant(time.startsAt) && isInstant(time.endsAt));
}

/** Those of `rows` that overlap each other or a time that is taken. */
function overlapping<Row extends Time>(rows: readonly Row[], taken: readonly Time[]): Set<Row> {
  const all = [
    ...rows.map((row) => ({ row, ...spanOf(row) })),
    ...taken.map((time) => ({ row: null, ...spanOf(time) })),
  ].toSorted((one, other) => one.from - other.from);
  const found = new Set<Row>();
  let longest: (typeof all)[number] | null = null;
  for (const one of all) {
    if (longest && longest.until > one.from)
      for (const { row } of [longest, one]) if (row) found.add(row);
    if (!longest || one.until > longest.until) longest = one;
  }
  return found;
}

const spanOf = ({ startsAt, endsAt }: Time) => ({
  from: startsAt.getTime(),
  until: endsAt.getTime(),
});
