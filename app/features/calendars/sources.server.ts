import { and, asc, eq, gt, sql } from "drizzle-orm";
import { recordActivity } from "#app/features/audit/record.server.ts";
import type { Administrator, Owner } from "#app/features/auth/model.ts";
import type { Db } from "#app/server/database/db.server.ts";
import { busyTimes, calendarSources } from "#app/server/database/tables.server.ts";
import { getSettings } from "#app/server/env.server.ts";
import {
  type CalendarSourceInput,
  calendarUrl,
  shortAddress,
  CalendarProblem,
  problemInWords,
} from "./schema.ts";
import {
  busyWithin,
  readSource,
  type CalendarNetwork,
  publicInternet,
  expansionWindow,
} from "./read.server.ts";
import { refreshCalendar, replaceBusyTimes } from "./refresh.server.ts";

// An arbitrary number that all processes share.
const sourcesLock = 7_240_037;
/** Limited, because all are asked before each booking. */
const mostSources = 20;
/** In milliseconds: the same form again within this time is a double click. */
const doubleClick = 120_000;

export type CalendarSource = Awaited<ReturnType<typeof listCalendarSources>>[number];

/** `address`: shortened, because it is secret. */
export async function listCalendarSources(db: Db, _by: Administrator, now: Date) {
  const { id, name, url, checkedAt, succeededAt, failingSince, error } = calendarSources;
  const ahead = sql<number>`count(${busyTimes.id})::int`;
  const rows = await db
    .select({ id, name, url, checkedAt, succeededAt, failingSince, error, ahead })
    .from(calendarSources)
    .leftJoin(busyTimes, and(eq(busyTimes.sourceId, id), gt(busyTimes.endsAt, now)))
    .groupBy(id)
    .orderBy(asc(calendarSources.createdAt), asc(id));
  return rows.map(({ url: secret, ...row }) => ({ ...row, address: shortAddress(secret) }));
}

type AddedCalendar =
  | { ok: true; ahead: number }
  | { ok: false; errors: Partial<Record<keyof CalendarSourceInput, string>> };

/** Reads the calendar before storing it. Not within a transaction. */
export async function addCalendarSource(
  db: Db,
  by: Owner,
  input: CalendarSourceInput,
  now = new Date(),
  network: CalendarNetwork = publicInternet,
): Promise<AddedCalendar> {
  try {
    const url = calendarUrl(input.url, getSettings().SITE_URL, network.protocols);
    const known = await findSource(db, url);
    if (known) return alreadyThere(known, input, now);
    return await add(db, by, { name: input.name, url }, now, network);
  } catch (error) {
    if (!(error instanceof CalendarProblem)) throw error;
    const typed = input.url.trim().replace(/^webcals?:/i, "https:");
    return { ok: false, errors: { url: problemInWords(error.kind, typed) } };
  }
}

type Source = typeof calendarSources.$inferSelect;

function alreadyThere(known: Source, { name }: CalendarSourceInput, now: Date): AddedCalendar {
  const isSame = known.name === name && now.getTime() - known.createdAt.getTime() < doubleClick;
  if (isSame) return { ok: true, ahead: 0 };
  return { ok: false, errors: { url: `You've already added this calendar, as ${known.name}.` } };
}

async function findSource(db: Db, url: string): Promise<Source | undefined> {
  const [known] = await db.select().from(calendarSources).where(eq(calendarSources.url, url));
  return known;
}

async function add(
  db: Db,
  by: Owner,
  given: CalendarSourceInput,
  now: Date,
  network: CalendarNetwork,
): Promise<AddedCalendar> {
  const window = await expansionWindow(db, now);
  const unknown = { ...given, body: null, etag: null, lastModified: null };
  const fresh = await readSource(unknown, network, window);
  if (!fresh) throw new CalendarProblem("unavailable");
  const { text, ...found } = fresh;
  const { busy, notice } = await busyWithin(text, window);
  return db.transaction(async (tx) => {
    await tx.execute(sql`select pg_advisory_xact_lock(${sourcesLock})`);
    const known = await findSource(tx, given.url);
    if (known) return alreadyThere(known, given, now);
    if ((await tx.$count(calendarSources)) >= mostSources)
      return { ok: false, errors: { url: `${mostSources} calendars are the most you can add.` } };
    const state = { checkedAt: now, succeededAt: now, expandedUntil: window.lastDay };
    const [added] = await tx
      .insert(calendarSources)
      .values({ ...given, ...found, ...state, error: notice, createdAt: now })
      .returning({ id: calendarSources.id });
    await replaceBusyTimes(tx, added!.id, busy);
    await record(tx, by, "added", given.name, now);
    return { ok: true, ahead: busy.filter(({ end }) => end > now.getTime()).length };
  });
}

/** A calendar that is gone already counts as removed. */
export function removeCalendarSource(db: Db, by: Owner, id: string, now = new Date()) {
  return db.transaction(async (tx) => {
    const [removed] = await tx
      .delete(calendarSources)
      .where(eq(calendarSources.id, id))
      .returning({ name: calendarSources.name });
    if (removed) await record(tx, by, "removed", removed.name, now);
  });
}

/** Asks at once and stores the outcome in the row; null if the calendar was removed. */
export async function checkCalendarSource(
  db: Db,
  by: Owner,
  id: string,
  now = new Date(),
  network: CalendarNetwork = publicInternet,
): Promise<CalendarSource | null> {
  await refreshCalendar(db, id, now, network);
  const sources = await listCalendarSources(db, by, now);
  return sources.find((source) => source.id === id) ?? null;
}

/** Without the address, which is secret. */
function record(tx: Db, by: Owner, action: string, name: string, now: Date) {
  const subject = { kind: "calendar", label: `busy times (${name})` } as const;
  return recordActivity(tx, { actor: by.email, action, subject }, now);
}
