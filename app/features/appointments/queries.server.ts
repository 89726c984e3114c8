import { and, asc, desc, eq, gt, inArray, isNull, lt, not, notInArray, or, sql } from "drizzle-orm";
import { historyOf } from "#app/features/audit/queries.server.ts";
import type { Administrator } from "#app/features/auth/model.ts";
import { type BusyTime, listBusyTimes } from "#app/features/calendars/queries.server.ts";
import { takingStates } from "#app/features/services/model.ts";
import {
  type DayRange,
  type RulesOfService,
  withoutService,
} from "#app/features/services/slots.ts";
import { nextFreeStarts, takesTime } from "#app/features/services/queries.server.ts";
import type { Db } from "#app/server/database/db.server.ts";
import {
  diaryEntries,
  emails,
  isRequestedEntry,
  services,
} from "#app/server/database/tables.server.ts";
import {
  addDays,
  startOfDay,
  type Day,
  isInstant,
  melbourneDay,
  shortTime,
} from "#app/values/calendar.ts";
import { isUuid } from "#app/values/text.ts";
import { listSeries } from "./series.server.ts";
import { listAlike } from "./strangers.server.ts";
import { type Entry, lacksLink } from "#app/features/diary/model.ts";
import {
  isAgreed,
  type Overlap,
  overlapsAnother,
  overlapsInWords,
} from "#app/features/diary/overlaps.server.ts";
import { canBeCalledOff } from "./away.server.ts";
import { asLongAs, serviceOf } from "#app/features/diary/entries.server.ts";
import { entryKinds } from "#app/features/diary/schema.ts";
import { clashing, type DiaryItem, entryPage } from "#app/features/diary/agenda.ts";

export async function readDiary(
  db: Db,
  _by: Administrator,
  { from, until }: DayRange,
  now = new Date(),
): Promise<DiaryItem[]> {
  const [after, before] = [startOfDay(from), startOfDay(addDays(until, 1))];
  const { busyFrom, busyUntil, state } = diaryEntries;
  const entries = await db
    .select()
    .from(diaryEntries)
    .where(
      and(
        gt(busyUntil, after),
        lt(busyFrom, before),
        or(takesTime(now), inArray(state, ["done", "no-show"])),
      ),
    )
    .orderBy(asc(diaryEntries.startsAt), asc(diaryEntries.id));
  const busy = await listBusyTimes(db, { from, until });
  const clashes = clashesAmong(entries.filter(isAlarming));
  return [
    ...entries.map((entry) => entryItem(entry, clashes.has(entry.id))),
    ...busy.map(busyItem),
  ];
}

const isTaking = ({ state }: Entry) => takingStates.some((taking) => taking === state);
const isAlarming = (entry: Entry) => isTaking(entry) && !isAgreed(entry);
/** Exams clash with each other by their own times, and with others by the way to them, too. */
function clashesAmong(entries: readonly Entry[]): ReadonlySet<string> {
  const others = entries.filter(({ kind }) => kind !== "exam").map(takenBy);
  const exams = entries.filter(({ kind }) => kind === "exam");
  const atOnce = exams.map(({ id, startsAt, endsAt }) => ({ id, from: startsAt, until: endsAt }));
  const beside = exams
    .map(takenBy)
    .flatMap((exam) =>
      others
        .filter(({ from, until }) => from < exam.until && until > exam.from)
        .flatMap(({ id }) => [id, exam.id]),
    );
  return new Set([...clashing(others), ...clashing(atOnce), ...beside]);
}

const takenBy = ({ id, busyFrom, busyUntil }: Entry) => ({ id, from: busyFrom, until: busyUntil });

function entryItem(entry: Entry, clashes: boolean): DiaryItem {
  const { id, kind, state, startsAt, endsAt, title } = entry;
  const who = entry.student || entry.clientName;
  const times = { startsAt, endsAt };
  const names = who ? { title: who, detail: title } : { title, detail: "" };
  const marks = { clashes, needsLink: lacksLink(entry), isUntimed: false };
  return { key: id, kind, state, ...times, ...names, ...marks, to: entryPage(entry) };
}

function busyItem({ start, end, summary, source }: BusyTime, index: number): DiaryItem {
  return {
    key: `busy ${index}`,
    kind: "busy",
    state: null,
    startsAt: start,
    endsAt: end,
    title: summary || "Busy",
    detail: source,
    clashes: false,
    needsLink: false,
    isUntimed: false,
    to: null,
  };
}

const mostWaiting = 50;

export function listRequests(db: Db, _by: Administrator, now = new Date()): Promise<Entry[]> {
  return db
    .select()
    .from(diaryEntries)
    .where(and(isRequestedEntry, isNull(diaryEntries.spamReason), gt(diaryEntries.startsAt, now)))
    .orderBy(asc(diaryEntries.startsAt), asc(diaryEntries.id))
    .limit(mostWaiting);
}

export function listSuspectedBookings(db: Db, _by: Administrator): Promise<Entry[]> {
  return db
    .select()
    .from(diaryEntries)
    .where(and(isRequestedEntry, sql`${diaryEntries.spamReason} is not null`))
    .orderBy(desc(diaryEntries.createdAt), asc(diaryEntries.id))
    .limit(mostWaiting);
}

/** Entries ahead that overlap others without the owner's consent. */
export function listClashes(db: Db, _by: Administrator, now = new Date()): Promise<Entry[]> {
  return db
    .select()
    .from(diaryEntries)
    .where(
      and(
        not(diaryEntries.firm),
        notInArray(diaryEntries.kind, [...entryKinds]),
        inArray(diaryEntries.state, [...takingStates]),
        isNull(diaryEntries.spamReason),
        gt(diaryEntries.busyUntil, now),
        overlapsAnother(db, { examsByTime: true }),
      ),
    )
    .orderBy(asc(diaryEntries.startsAt), asc(diaryEntries.id))
    .limit(mostWaiting);
}

export type EntryDetails = NonNullable<Awaited<ReturnType<typeof getDiaryEntry>>>;

export async function getDiaryEntry(db: Db, by: Administrator, id: string, now = new Date()) {
  const [found] = await db
    .select({ entry: diaryEntries, service: services })
    .from(diaryEntries)
    .leftJoin(services, eq(services.id, diaryEntries.serviceId))
    .where(eq(diaryEntries.id, id));
  if (!found) return null;
  const history = await historyOf(db, "appointment", id, eq(emails.appointmentId, id));
  const alike = await listAlike(db, by, found.entry, now);
  const { seriesId } = found.entry;
  const series = seriesId ? await listSeries(db, seriesId) : [];
  return { ...found, ...history, alike, series };
}

export async function isClash(db: Db, _by: Administrator, entry: Entry): Promise<boolean> {
  if (!isAlarming(entry) || entry.spamReason) return false;
  const clashes = await db.$count(
    diaryEntries,
    and(
      eq(diaryEntries.id, entry.id),
      overlapsAnother(db, { unlessAgreed: true, examsByTime: true }),
    ),
  );
  return clashes > 0;
}

const mostSuggested = 6;
const mostOfOneDay = 2;
/** Enough starts for the days that are suggested. */
const mostRead = 500;

type Wanted = {
  day?: Day | null;
  /** An entry that moves: its own time counts as free and is not suggested. */
  moving?: Entry;
};

/** The owner needs no notice. */
export async function suggestStarts(
  db: Db,
  _by: Administrator,
  service: RulesOfService | null,
  { day, moving }: Wanted,
  now = new Date(),
): Promise<Date[]> {
  const after = day && day > melbourneDay(now) ? startOfDay(day) : now;
  const usual = { ...(service ?? withoutService), notice: 0 };
  const rules = moving ? asLongAs(moving, usual) : usual;
  const length = rules.minutes * 60_000;
  const exception = moving ? { except: moving.id } : {};
  const starts = await nextFreeStarts(db, rules, after, mostRead, now, exception);
  const suggested: Date[] = [];
  for (const start of starts) {
    if (start.getTime() === moving?.startsAt.getTime()) continue;
    const last = suggested.at(-1);
    if (last && start.getTime() - last.getTime() < length) continue;
    const sameDay = suggested.filter((other) => melbourneDay(other) === melbourneDay(start));
    if (sameDay.length < mostOfOneDay) suggested.push(start);
    if (suggested.length === mostSuggested) break;
  }
  return suggested;
}

/** `id version`, with a new start for an entry to move, one a line. */
export function readChoices(typed = "") {
  const chosen = typed.split("\n").flatMap((line) => {
    const [id = "", version, start = ""] = line.split(" ");
    return isUuid(id) ? { id, version: Number(version) || 0, start: new Date(start) } : [];
  });
  const [moved, cancelled] = [true, false].map((isMoved) =>
    chosen.filter(({ start }) => isInstant(start) === isMoved),
  ) as [typeof chosen, typeof chosen];
  return { moved, cancelled };
}

const mostOffered = 3;

/**
 * What can become of what is booked while the owner is away, until `end`: cancelled, moved to one of the next
 * times that nobody else is offered, or left.
 */
export async function choicesFor(
  db: Db,
  by: Administrator,
  overlaps: readonly Overlap[],
  end: Date,
  now = new Date(),
) {
  const day = addDays(melbourneDay(new Date(end.getTime() - 1)), 1);
  const offered: { from: number; until: number }[] = [];
  const found = [];
  for (const overlap of overlaps) {
    const { entry } = overlap;
    if (!entry || !canBeCalledOff(entry)) continue;
    const service = await serviceOf(db, entry);
    const starts = await suggestStarts(db, by, service, { day, moving: entry }, now);
    const taking = entry.busyUntil.getTime() - entry.busyFrom.getTime();
    const spans = starts
      .map((start) => ({ start, from: start.getTime(), until: start.getTime() + taking }))
      .filter((one) => !offered.some(({ from, until }) => from < one.until && one.from < until))
      .slice(0, mostOffered);
    offered.push(...spans);
    const seen = `${entry.id} ${entry.version}`;
    const moves = spans.map(({ start }) => [
      `${seen} ${start.toISOString()}`,
      `Move it to ${shortTime(start, melbourneDay(now))}`,
    ]);
    found.push({
      label: overlapsInWords([overlap])[0]!,
      choices: { [seen]: "Cancel it", ...Object.fromEntries(moves), "": "Leave it" },
    });
  }
  return found;
}
