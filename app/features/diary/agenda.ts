import { href } from "react-router";
import type { OpenSpan } from "#app/features/services/hours.ts";
import type { DiaryKind, DiaryState } from "#app/server/database/enums.ts";
import { addDays, type Day, melbourneDay, startOfDay, wallTime } from "#app/values/calendar.ts";
import { timeRange } from "#app/values/time-of-day.ts";
import { eachDay } from "#app/values/wall-clock.ts";
import { type Entry, wallMinutes } from "./model.ts";

/* All minutes here are those that clocks in Melbourne show. */

export type DiaryItem = {
  key: string;
  kind: DiaryKind | "busy";
  /** Null for a time from another calendar. */
  state: DiaryState | null;
  startsAt: Date;
  endsAt: Date;
  title: string;
  detail: string;
  clashes: boolean;
  needsLink: boolean;
  /** Its day is known and its time is not; it fills the day. */
  isUntimed: boolean;
  to: string | null;
};

/** The part of an item on one day, in minutes from midnight. */
export type DayItem = DiaryItem & { from: number; until: number; isAllDay: boolean };

export type AgendaDay = { day: Day; items: DayItem[] };

export const diaryUrl = (day: Day, isAgenda: boolean) =>
  `${href("/admin/diary")}?${new URLSearchParams({ day, ...(isAgenda && { view: "agenda" }) })}`;

export function entryPage({
  id,
  quoteId,
  amebBookingId,
}: Pick<Entry, "id" | "quoteId" | "amebBookingId">): string {
  if (quoteId) return href("/admin/quotes/:id", { id: quoteId });
  if (amebBookingId) return href("/admin/ameb-bookings/:id", { id: amebBookingId });
  return href("/admin/diary/:id", { id });
}

const minutesPerDay = 1440;
/** Minutes: a shorter item is drawn this tall. */
const shortest = 15;

/** Items that fill a day come first, the others by their start. */
export function agendaDays(items: readonly DiaryItem[], first: Day, last: Day): AgendaDay[] {
  return [...eachDay(first, last)].map((day) => {
    const [begins, ends] = [startOfDay(day), startOfDay(addDays(day, 1))];
    const touching = items.filter(({ startsAt, endsAt }) => startsAt < ends && endsAt > begins);
    return { day, items: touching.map((item) => onDay(item, begins, ends)).sort(inOrder) };
  });
}

function onDay(item: DiaryItem, begins: Date, ends: Date): DayItem {
  const from = item.startsAt <= begins ? 0 : wallMinutes(item.startsAt);
  const shown = item.endsAt >= ends ? minutesPerDay : wallMinutes(item.endsAt);
  // In the hour that clocks show twice, an end can be earlier than its start.
  const until = Math.min(minutesPerDay, Math.max(shown, from + shortest));
  return { ...item, from, until, isAllDay: item.startsAt <= begins && item.endsAt >= ends };
}

const inOrder = (first: DayItem, second: DayItem) =>
  Number(second.isAllDay) - Number(first.isAllDay) ||
  first.startsAt.getTime() - second.startsAt.getTime() ||
  first.endsAt.getTime() - second.endsAt.getTime();

export type PlacedItem = DayItem & { lane: number; lanes: number };

const mostLanes = 4;

export type WeekColumn = {
  day: Day;
  allDay: DayItem[];
  timed: PlacedItem[];
  open: Pick<OpenSpan, "opens" | "closes">[];
};

type WeekColumns = { columns: WeekColumn[]; firstHour: number; lastHour: number };

const usualHours = { first: 9, last: 17 };

export function weekColumns(
  days: readonly AgendaDay[],
  openOn: (day: Day) => WeekColumn["open"],
): WeekColumns {
  const columns = days.map(({ day, items }) => ({
    day,
    allDay: items.filter(({ isAllDay }) => isAllDay),
    timed: placed(items.filter(({ isAllDay }) => !isAllDay)),
    open: openOn(day),
  }));
  const begins = columns.flatMap(({ timed, open }) => [
    ...timed.map(({ from }) => from),
    ...open.map(({ opens }) => opens),
  ]);
  const ends = columns.flatMap(({ timed, open }) => [
    ...timed.map(({ until }) => until),
    ...open.map(({ closes }) => closes),
  ]);
  return {
    columns,
    firstHour: Math.min(usualHours.first, ...begins.map((minutes) => Math.floor(minutes / 60))),
    lastHour: Math.max(usualHours.last, ...ends.map((minutes) => Math.ceil(minutes / 60))),
  };
}

/** Each goes into the first free lane; a group of overlapping items shares the width. */
function placed(items: readonly DayItem[]): PlacedItem[] {
  const groups: PlacedItem[][] = [];
  let groupEnds = -1;
  for (const item of items) {
    if (item.from >= groupEnds) groups.push([]);
    const group = groups.at(-1)!;
    const lanes = Array.from({ length: mostLanes }, (_, lane) => lane);
    const isFree = (lane: number) =>
      group.every((other) => other.lane !== lane || other.until <= item.from);
    group.push({ ...item, lane: lanes.find(isFree) ?? mostLanes - 1, lanes: 1 });
    groupEnds = Math.max(groupEnds, item.until);
  }
  return groups.flatMap((group) => {
    const lanes = Math.max(...group.map(({ lane }) => lane)) + 1;
    return group.map((item) => ({ ...item, lanes }));
  });
}

/** `10:00–11:00 am`, `all day`, `time not set`, or `until 11:00 am` if it began the day before. */
export function timeOnDay(item: DayItem, day: Day): string {
  const { startsAt, endsAt, isAllDay, isUntimed } = item;
  if (isUntimed) return "time not set";
  if (isAllDay) return "all day";
  const [from, until] = [startsAt, endsAt].map((instant) => wallTime(instant).slice(11, 16));
  if (melbourneDay(startsAt) < day) return `until ${timeRange(until!, null).slice(5)}`;
  if (endsAt > startOfDay(addDays(day, 1))) return timeRange(from!, null);
  return timeRange(from!, until!);
}

type Span = { from: Date; until: Date };
type Taker = { id: string } & Span;

/** Ids of items that overlap another; touching times do not overlap. */
export function clashing(takers: readonly Taker[]): ReadonlySet<string> {
  const sorted = takers.toSorted((first, second) => first.from.getTime() - second.from.getTime());
  const found = new Set<string>();
  let last: Taker | undefined;
  for (const taker of sorted) {
    if (last && taker.from < last.until) found.add(last.id).add(taker.id);
    if (!last || taker.until > last.until) last = taker;
  }
  return found;
}
