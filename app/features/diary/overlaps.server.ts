import {
  and,
  asc,
  eq,
  exists,
  gt,
  isNull,
  lt,
  ne,
  not,
  notInArray,
  or,
  type SQL,
  sql,
} from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import { takesTime } from "#app/features/services/queries.server.ts";
import type { Db } from "#app/server/database/db.server.ts";
import { busyTimes, calendarSources, diaryEntries } from "#app/server/database/tables.server.ts";
import { entryKinds } from "./schema.ts";
import {
  daysAndTimes,
  melbourneDay,
  melbourneZone,
  shortDay,
  shortTime,
  wholeDays,
} from "#app/values/calendar.ts";
import { zonedTime } from "#app/values/wall-clock.ts";
import { allOf, countOf } from "#app/values/wording.ts";
import type { Entry } from "./model.ts";

/** Half open: a time that ends when another begins does not overlap it. */
export type TakenTime = { from: Date; until: Date };

export type Overlap = {
  /** Null for a time from another calendar. */
  entry: Entry | null;
  title: string;
  startsAt: Date;
  endsAt: Date;
  /** That there is too little time between the two, which then don't overlap. */
  near?: string;
};

/** Refused, unless the owner agrees to them. */
export type Overlapping = { ok: false; reason: "overlaps"; overlaps: Overlap[] };

/** Identifies an overlap in a form; has no white space. */
export const overlapKey = ({ entry, startsAt, endsAt }: Overlap): string =>
  [entry?.id ?? "calendar", Number(startsAt), Number(endsAt)].join("/");

export async function listOverlaps(tx: Db, { from, until }: TakenTime, now: Date, except?: string) {
  const takesEntries = tx
    .select()
    .from(diaryEntries)
    .where(takesTimeWithin({ from, until }, now, except));
  const takesElsewhere = tx
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
  const [entries, busy] = await Promise.all([takesEntries, takesElsewhere]);
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
export function overlapsAnother(
  db: Db,
  {
    unlessAgreed = false,
    examsByTime = false,
  }: { unlessAgreed?: boolean; examsByTime?: boolean } = {},
): SQL {
  const other = alias(diaryEntries, "other");
  const areExams = and(eq(other.kind, "exam"), eq(diaryEntries.kind, "exam"));
  const atOnce = and(
    lt(other.startsAt, diaryEntries.endsAt),
    gt(other.endsAt, diaryEntries.startsAt),
  );
  const isAmong = (others: SQL) =>
    exists(
      db
        .select({ one: sql`1` })
        .from(other)
        .where(
          and(
            others,
            ne(other.id, diaryEntries.id),
            lt(other.busyFrom, diaryEntries.busyUntil),
            gt(other.busyUntil, diaryEntries.busyFrom),
            // Written out as in the index of firm entries.
            sql`${other.state} in ('held', 'requested', 'booked')`,
            isNull(other.spamReason),
            // The way to each is in both: one after the other at the same place is no clash.
            examsByTime ? or(not(areExams!), atOnce) : undefined,
            unlessAgreed ? or(other.firm, notInArray(other.kind, [...entryKinds])) : undefined,
          ),
        ),
    );
  const isBlocked = sql`${other.firm} and "other"."blocks" && ${diaryEntries}."blocks"`;
  return or(isAmong(isBlocked), isAmong(not(other.firm)))!;
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
  { busyFrom, busyUntil }: Pick<Entry, "busyFrom" | "busyUntil">,
  { over = [], except }: { over?: Over | undefined; except?: string | undefined },
  now: Date,
): Promise<{ ok: true; firm: boolean } | { ok: false; overlaps: Overlap[] }> {
  const time = { from: busyFrom, until: busyUntil };
  const overlaps = await listOverlaps(tx, time, now, except);
  if (unseenOf(overlaps, over).length > 0) return { ok: false, overlaps };
  return { ok: true, firm: areElsewhere(overlaps) };
}

export const areElsewhere = (overlaps: readonly Overlap[]) =>
  overlaps.every(({ entry }) => entry === null);

const mostNamed = 3;

/** `It overlaps Ada Visitor's Voice and piano, 60 minutes (4:00 pm–5:00 pm).` Null for none. */
export function saysOverlaps(found: readonly Overlap[]): string | null {
  if (found.length === 0) return null;
  const near = found.flatMap((one) => (one.near ? [`${one.near}.`] : [])).slice(0, mostNamed);
  const overlaps = found.filter((one) => !one.near);
  const named = overlaps.slice(0, mostNamed).map(sayOverlap);
  const others = overlaps.length - named.length;
  const over = allOf([...named, ...(others > 0 ? [countOf(others, "other")] : [])]);
  return [...near, ...(overlaps.length > 0 ? [`It overlaps ${over}.`] : [])].join(" ");
}

export function asksAboutOverlaps(overlaps: readonly Overlap[]): string {
  const said = saysOverlaps(overlaps);
  const isNearOnly = overlaps.every(({ near }) => near);
  return said ? `${said} ${isNearOnly ? "Book" : "Save"} anyway?` : "";
}

function sayOverlap({ entry, title, startsAt, endsAt }: Overlap): string {
  const who = entry?.student || entry?.clientName;
  return `${who ? `${who}'s ` : ""}${title} (${sayTimes(startsAt, endsAt)})`;
}

function sayTimes(startsAt: Date, endsAt: Date): string {
  const [first, last] = [melbourneDay(startsAt), melbourneDay(endsAt)];
  if (wholeDays({ startsAt, endsAt })) return daysAndTimes({ startsAt, endsAt }, first);
  const time = (instant: Date) => zonedTime(instant, melbourneZone);
  if (first === last) return `${time(startsAt)}–${time(endsAt)}`;
  return `${shortDay(first, first)}, ${time(startsAt)} – ${shortDay(last, first)}, ${time(endsAt)}`;
}

export type ShownOverlaps = { says: string[]; keys: string[] };

export const showOverlaps = (overlaps: readonly Overlap[], now = new Date()): ShownOverlaps => ({
  says: overlapsInWords(overlaps, now),
  keys: overlaps.map(overlapKey),
});

export function showInSentence(overlaps: readonly Overlap[]): ShownOverlaps | null {
  const sentence = saysOverlaps(overlaps);
  return sentence ? { says: [sentence], keys: overlaps.map(overlapKey) } : null;
}

/** Browsers send the newline of a hidden field as CRLF. */
export const keysIn = (typed = ""): string[] => typed.split(/\s+/u).filter(Boolean);

const mostListed = 8;

/** `Thu 26 Nov, 10:00 am: Voice and piano, 60 minutes, Ada Visitor`. */
export function overlapsInWords(overlaps: readonly Overlap[], now = new Date()): string[] {
  const today = melbourneDay(now);
  const named = overlaps.slice(0, mostListed).map(({ entry, title, startsAt, endsAt }) => {
    const who = entry && (entry.student || entry.clientName);
    const when = wholeDays({ startsAt, endsAt })
      ? daysAndTimes({ startsAt, endsAt }, today)
      : shortTime(startsAt, today);
    return `${when}: ${[title, who].filter(Boolean).join(", ")}`;
  });
  const more = overlaps.length - named.length;
  return more > 0 ? [...named, `and ${more} more`] : named;
}
