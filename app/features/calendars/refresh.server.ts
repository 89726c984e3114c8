import { setTimeout as sleep } from "node:timers/promises";
import { and, eq, gt, isNull, lte, or, sql, asc, inArray } from "drizzle-orm";
import type { Db } from "#app/server/database/db.server.ts";
import {
  calendarSources,
  amebBookings,
  busyTimes,
  diaryEntries,
  quotes,
} from "#app/server/database/tables.server.ts";
import { log } from "#app/server/log.server.ts";
import {
  type BusyRows,
  busyWithin,
  type FreshBody,
  readSource,
  textOf,
  type CalendarNetwork,
  publicInternet,
  type ExpansionWindow,
  expansionWindow,
} from "./read.server.ts";
import { problemInWords, problemOf } from "./schema.ts";
import type { BusySpan } from "./expand.ts";

type Source = typeof calendarSources.$inferSelect;

/** In milliseconds: the age at which a calendar is looked at again. */
const ages = { regular: 5 * 60_000, beforeBooking: 60_000 };
/** In milliseconds: how long a booking waits. */
const patience = 2_000;

let stopping = new AbortController();
const running = new Set<Promise<void>>();

/** Looks at calendars not looked at for five minutes. Not within a transaction. */
export function refreshCalendars(db: Db, now: Date, network: CalendarNetwork = publicInternet) {
  return track(refresh(db, now, ages.regular, network));
}

/** Waits at most two seconds, never fails, and stores late answers. Not within a transaction. */
export async function freshenCalendars(
  db: Db,
  now: Date,
  network: CalendarNetwork = publicInternet,
): Promise<void> {
  const enough = new AbortController();
  const refreshed = track(refresh(db, now, ages.beforeBooking, network)).catch((error: unknown) =>
    log.warn({ err: error }, "calendars not looked at before a booking"),
  );
  const waited = sleep(patience, undefined, { signal: enough.signal }).catch(() => {});
  // A second booking finds no due calendar, so it waits for the running look.
  const looks = refreshed.then(() => Promise.allSettled(running));
  await Promise.race([looks, waited]);
  enough.abort();
}

/** Returns whether the calendar still exists. */
export async function refreshCalendar(
  db: Db,
  id: string,
  now: Date,
  network: CalendarNetwork = publicInternet,
): Promise<boolean> {
  const [source] = await claim(db, now, eq(calendarSources.id, id));
  if (source) await track(look(db, source, now, network));
  return source !== undefined;
}

export function followCalendars(
  db: Db,
  { interval = 15_000, network = publicInternet } = {},
): () => Promise<void> {
  const lookAtAll = () =>
    void refreshCalendars(db, new Date(), network).catch((error: unknown) =>
      log.warn({ err: error }, "calendars not looked at; the next run tries again"),
    );
  // Not awaited: a start doesn't wait for other machines.
  lookAtAll();
  const timer = setInterval(lookAtAll, interval);
  timer.unref();
  return async () => {
    clearInterval(timer);
    stopping.abort();
    stopping = new AbortController();
    // A thread that is reading a calendar doesn't get the signal.
    await Promise.race([Promise.allSettled(running), sleep(patience)]);
  };
}

async function refresh(db: Db, now: Date, age: number, network: CalendarNetwork): Promise<void> {
  const { checkedAt } = calendarSources;
  const later = (ms: number) => new Date(now.getTime() + ms);
  // A time later than now is from before the machine's clock was set back.
  const isDue = or(isNull(checkedAt), lte(checkedAt, later(-age)), gt(checkedAt, later(age)));
  const due = await claim(db, now, isDue);
  await Promise.all(due.map((source) => look(db, source, now, network)));
}

/** Only the process whose time is in the row looks at the calendar. */
const claim = (db: Db, now: Date, which: ReturnType<typeof or>): Promise<Source[]> =>
  db.update(calendarSources).set({ checkedAt: now }).where(which).returning();

function track(work: Promise<void>): Promise<void> {
  running.add(work);
  return work.finally(() => running.delete(work));
}

async function look(db: Db, source: Source, now: Date, network: CalendarNetwork): Promise<void> {
  const { signal } = stopping;
  const window = await expansionWindow(db, now);
  try {
    const fresh = await readSource(source, network, window, signal);
    const rows = await rowsOf(source, fresh, window);
    await store(db, source, { ...(rows && { rows, window }), fresh }, succeeded(now, rows));
  } catch (error) {
    // Stopped: it was not the calendar that failed.
    if (signal.aborted) return;
    await fail(db, source, now, window, error);
  }
}

/** Null where the rows stay as they are. */
async function rowsOf(
  source: Source,
  fresh: FreshBody,
  window: ExpansionWindow,
): Promise<BusyRows | null> {
  if (fresh) return busyWithin(fresh.text, window);
  const isFarEnough = source.expandedUntil !== null && source.expandedUntil >= window.lastDay;
  return isFarEnough || !source.body ? null : busyWithin(await textOf(source.body), window);
}

const succeeded = (now: Date, rows: BusyRows | null) => ({
  succeededAt: now,
  failingSince: null,
  error: rows
    ? rows.notice
    : sql`case when ${calendarSources.failingSince} is null then ${calendarSources.error} end`,
});

async function fail(db: Db, source: Source, now: Date, window: ExpansionWindow, error: unknown) {
  const kind = problemOf(error);
  if (kind === "failed") log.warn({ err: error, source: source.id }, "calendar not read");
  else if (!source.failingSince)
    log.info({ source: source.id, problem: kind }, "a calendar began to fail");
  const rows = await rowsOf(source, null, window).catch(() => null);
  await store(
    db,
    source,
    { ...(rows && { rows, window }), fresh: null },
    {
      failingSince: sql`coalesce(${calendarSources.failingSince}, ${now.toISOString()}::timestamptz)`,
      error: problemInWords(kind, source.url),
    },
  );
}

type Found = { rows?: BusyRows; window?: ExpansionWindow; fresh: FreshBody };

async function store(
  db: Db,
  { id, checkedAt }: Source,
  { rows, window, fresh }: Found,
  outcome: Record<string, unknown>,
): Promise<void> {
  await db.transaction(async (tx) => {
    // Removed meanwhile, or looked at again.
    const isClaimed = and(eq(calendarSources.id, id), eq(calendarSources.checkedAt, checkedAt!));
    const [claimed] = await tx
      .select({ id: calendarSources.id })
      .from(calendarSources)
      .where(isClaimed)
      .for("update");
    if (!claimed) return;
    if (rows) await replaceBusyTimes(tx, id, rows.busy);
    await tx
      .update(calendarSources)
      .set({
        ...outcome,
        ...(fresh && { body: fresh.body, etag: fresh.etag, lastModified: fresh.lastModified }),
        ...(window && { expandedUntil: window.lastDay }),
      })
      .where(eq(calendarSources.id, id));
  });
}

// More rows would block requests to the embedded database.
const rowsAtOnce = 500;

/** In the caller's transaction. Rows that would stay the same are left alone. */
export async function replaceBusyTimes(tx: Db, sourceId: string, busy: readonly BusySpan[]) {
  const { startsAt, endsAt, summary } = busyTimes;
  const isOfSource = eq(busyTimes.sourceId, sourceId);
  const stored = await tx
    .select({ startsAt, endsAt, summary })
    .from(busyTimes)
    .where(isOfSource)
    .orderBy(asc(startsAt), asc(endsAt));
  const known = await recordsOf(tx, busy);
  const foreign = busy.filter(({ recordId }) => !recordId || !known.has(recordId));
  const rows = foreign.map(({ start, end, summary: title }) => ({
    sourceId,
    startsAt: new Date(start),
    endsAt: new Date(end),
    summary: title,
  }));
  if (fingerprint(stored) === fingerprint(rows)) return;
  await tx.delete(busyTimes).where(isOfSource);
  for (let from = 0; from < rows.length; from += rowsAtOnce)
    await tx.insert(busyTimes).values(rows.slice(from, from + rowsAtOnce));
}

async function recordsOf(tx: Db, busy: readonly BusySpan[]): Promise<ReadonlySet<string>> {
  const ids = [...new Set(busy.flatMap(({ recordId }) => recordId ?? []))];
  const known = new Set<string>();
  const columns = [
    [diaryEntries, diaryEntries.id],
    [diaryEntries, diaryEntries.seriesId],
    [quotes, quotes.id],
    [amebBookings, amebBookings.id],
  ] as const;
  for (const [table, column] of ids.length > 0 ? columns : [])
    for (const { id } of await tx.select({ id: column }).from(table).where(inArray(column, ids)))
      known.add(id!);
  return known;
}

type Row = { startsAt: Date; endsAt: Date; summary: string };

const fingerprint = (rows: readonly Row[]) =>
  rows
    .map(({ startsAt, endsAt, summary }) => `${+startsAt} ${+endsAt} ${summary}`)
    .toSorted()
    .join("\n");
