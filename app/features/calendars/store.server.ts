import { asc, eq, inArray } from "drizzle-orm";
import type { Db } from "#app/server/database/db.server.ts";
import {
  amebBookings,
  busyTimes,
  diaryEntries,
  quotes,
} from "#app/server/database/tables.server.ts";
import type { BusySpan } from "./expand.ts";

// More rows would block requests to the embedded database.
const rowsAtOnce = 500;

/** In the caller's transaction. Rows that would stay the same are left alone. */
export async function replaceBusyTimes(
  tx: Db,
  sourceId: string,
  busy: readonly BusySpan[],
): Promise<void> {
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
