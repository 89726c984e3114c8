import {
  and,
  asc,
  eq,
  exists,
  gt,
  inArray,
  isNull,
  lt,
  ne,
  notInArray,
  or,
  type SQL,
  sql,
} from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import { takingStates } from "#app/features/services/model.ts";
import { takesTime } from "#app/features/services/taken.server.ts";
import type { Db } from "#app/server/database/db.server.ts";
import { busyTimes, calendarSources, diaryEntries } from "#app/server/database/tables.server.ts";
import { entryKinds } from "./admin/entry-kinds.ts";
import type { Entry } from "./model.ts";

/** Half open: a time that ends when another begins does not overlap it. */
export type TakenTime = { from: Date; until: Date };

export type Overlap = {
  /** Null for a time from another calendar. */
  entry: Entry | null;
  title: string;
  startsAt: Date;
  endsAt: Date;
};

/** Identifies an overlap in a form; has no white space. */
export const overlapKey = ({ entry, startsAt, endsAt }: Overlap): string =>
  [entry?.id ?? "calendar", Number(startsAt), Number(endsAt)].join("/");

export async function listOverlaps(
  tx: Db,
  { from, until }: TakenTime,
  now: Date,
  except?: string,
): Promise<Overlap[]> {
  const entries = await tx
    .select()
    .from(diaryEntries)
    .where(takesTimeWithin({ from, until }, now, except));
  const busy = await tx
    .select({
      summary: busyTimes.summary,
      calendar: calendarSources.name,
      startsAt: busyTimes.startsAt,
      endsAt: busyTimes.endsAt,
    })
    .from(busyTimes)
    .innerJoin(calendarSources, eq(calendarSources.id, busyTimes.sourceId))
    .where(and(lt(busyTimes.startsAt, until), gt(busyTimes.endsAt, from)))
    .orderBy(asc(busyTimes.startsAt));
  const overlaps = [
    ...entries.map((entry) => ({ ...timesOf(entry), entry, title: entry.title })),
    ...busy.map((time) => ({
      ...timesOf(time),
      entry: null,
      title: time.summary || time.calendar,
    })),
  ];
  return overlaps.sort((one, other) => one.startsAt.getTime() - other.startsAt.getTime());
}

const takesTimeWithin = ({ from, until }: TakenTime, now: Date, except?: string) =>
  and(
    lt(diaryEntries.busyFrom, until),
    gt(diaryEntries.busyUntil, from),
    takesTime(now),
    except ? ne(diaryEntries.id, except) : undefined,
  );

/** In SQL, because JavaScript cannot send back an `infinity` that another program wrote. */
export function overlapsAnother(db: Db, unlessAgreed = false): SQL {
  const other = alias(diaryEntries, "other");
  const others = db
    .select({ one: sql`1` })
    .from(other)
    .where(
      and(
        ne(other.id, diaryEntries.id),
        lt(other.busyFrom, diaryEntries.busyUntil),
        gt(other.busyUntil, diaryEntries.busyFrom),
        inArray(other.state, [...takingStates]),
        isNull(other.spamReason),
        unlessAgreed ? or(other.firm, notInArray(other.kind, [...entryKinds])) : undefined,
      ),
    );
  return exists(others);
}

/** The owner has put it beside another entry. */
export const isAgreed = ({ firm, kind }: Pick<Entry, "firm" | "kind">) =>
  !firm && entryKinds.some((own) => own === kind);

const timesOf = ({ startsAt, endsAt }: { startsAt: Date; endsAt: Date }) => ({ startsAt, endsAt });

/** Keys of the overlaps that the owner has seen, or all of them. */
export type Over = readonly string[] | "anything";

export const unseenOf = (overlaps: readonly Overlap[], over: Over): Overlap[] =>
  over === "anything" ? [] : overlaps.filter((overlap) => !over.includes(overlapKey(overlap)));

/** Only over entries that the owner has confirmed. `firm`: it blocks its time for others. */
export async function findRoom(
  tx: Db,
  time: TakenTime,
  { over = [], except }: { over?: Over | undefined; except?: string | undefined },
  now: Date,
): Promise<{ ok: true; firm: boolean } | { ok: false; overlaps: Overlap[] }> {
  const overlaps = await listOverlaps(tx, time, now, except);
  if (unseenOf(overlaps, over).length > 0) return { ok: false, overlaps };
  return { ok: true, firm: overlaps.every(({ entry }) => entry === null) };
}
