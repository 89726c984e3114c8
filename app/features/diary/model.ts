import type { Administrator } from "#app/features/auth/model.ts";
import type { DiaryState, ServicePlace } from "#app/server/database/enums.ts";
import type { diaryEntries } from "#app/server/database/tables.server.ts";
import {
  type FieldWords,
  labelFrom,
  type NounWords,
  sayValue,
} from "#app/features/audit/changes.ts";
import { placeLabels, servicePlaceNames } from "#app/features/services/model.ts";
import { sessionInvoicingLabels } from "#app/features/business/model.ts";
import {
  longInstant,
  longDay,
  melbourneDay,
  addDays,
  type Day,
  daysBetween,
  wallTime,
} from "#app/values/calendar.ts";
import { formatMoney } from "#app/values/money.ts";
import type { Repeats } from "#app/values/icalendar.ts";
import { toMinutes } from "#app/values/time-of-day.ts";
import { instantFrom, instantOf } from "#app/values/wall-clock.ts";

export type Entry = typeof diaryEntries.$inferSelect;

/** `clock`: the change comes from time alone. */
export type Actor =
  | { party: "client" }
  | { party: "owner"; by: Administrator }
  | { party: "clock" };

export const asClient: Actor = { party: "client" };
export const asOwner = (by: Administrator): Actor => ({ party: "owner", by });
export const byTheClock: Actor = { party: "clock" };

export function actorName(actor: Actor): string {
  if (actor.party === "owner") return actor.by.email;
  return actor.party === "client" ? "client" : "The diary";
}

/** For how many seconds the emails about a day that is called off wait: as long it can be undone. */
export const callOffDelay = 600;

export type DiaryChange =
  | "booked"
  | "requested"
  | "declined"
  | "moved"
  | "changed"
  | "cancelled"
  | "confirmed";

const hour = 3_600_000;

type Noticed = Pick<Entry, "startsAt" | "changeNotice">;

/** The last instant for changes online, by the notice at the time of booking. */
export function changesUntil({ startsAt, changeNotice }: Noticed): Date {
  return new Date(startsAt.getTime() - changeNotice * hour);
}

export function isOpenForChanges(entry: Noticed, now: Date): boolean {
  return now.getTime() <= changesUntil(entry).getTime();
}

/** False while it waits for its payment or is suspected spam. */
export function isUpcoming({ state, spamReason }: Pick<Entry, "state" | "spamReason">): boolean {
  return (state === "booked" || state === "requested") && spamReason === null;
}

export function lacksLink(entry: Entry): boolean {
  return entry.place === "online" && !entry.placeDetails && isUpcoming(entry);
}

/** In minutes; null if another program wrote an infinite time, or one years away. */
export function lengthOf({ startsAt, endsAt }: Pick<Entry, "startsAt" | "endsAt">): number | null {
  const minutes = Math.round((endsAt.getTime() - startsAt.getTime()) / 60_000);
  return Math.abs(minutes) <= 366 * 24 * 60 ? minutes : null;
}

/** In Melbourne, on the next day. */
export const doneFrom = "06:00";

/** After a session, in milliseconds. */
const noShowPeriod = 7 * 24 * hour;

export function canBeNoShow({ kind, state, endsAt }: Entry, now: Date): boolean {
  const passed = now.getTime() - endsAt.getTime();
  const wasBooked = state === "booked" || state === "done";
  return kind === "appointment" && wasBooked && passed >= 0 && passed <= noShowPeriod;
}

const diaryStateLabels: Record<DiaryState, string> = {
  held: "Held",
  requested: "Requested",
  booked: "Booked",
  cancelled: "Cancelled",
  done: "Done",
  "no-show": "No-show",
};

/** A declined request has the state `cancelled`. */
export function stateLabel({ state, declined }: Pick<Entry, "state" | "declined">): string {
  return declined ? "Declined" : diaryStateLabels[state];
}

function sayInstant(value: unknown): string {
  const instant = new Date(String(value));
  return Number.isNaN(instant.getTime()) ? sayValue(value) : longInstant(instant);
}

const time = (label: string): FieldWords => ({ label, say: sayInstant });
const sayPrice = (value: unknown) =>
  typeof value === "number" ? formatMoney(value) : sayValue(value);

export const diaryWords: NounWords = {
  title: { label: "What" },
  startsAt: time("Starts"),
  endsAt: time("Ends"),
  state: { label: "Status", say: labelFrom(diaryStateLabels) },
  firm: { label: "Keeps others away" },
  price: { label: "Price", say: sayPrice },
  sessionInvoicing: { label: "After a session", say: labelFrom(sessionInvoicingLabels) },
  place: { label: "Where", say: labelFrom(placeLabels) },
  placeDetails: { label: "Address or link" },
  clientName: { label: "Client" },
  clientEmail: { label: "Email" },
  student: { label: "Student" },
  note: { label: "Client's note" },
  ownerNote: { label: "Your note" },
  cancelledBy: { label: "Cancelled by" },
  cancelledLate: { label: "Late" },
};

type Placed = Pick<Entry, "place" | "placeDetails"> & { state: string };

/** Empty if the place is known or nobody comes any more. */
export function promisedPlace({ place, placeDetails, state }: Placed): string {
  const isToCome = state === "booked" || state === "requested";
  return place && isToCome && !placeDetails ? promises[place] : "";
}

export const placeFor = (entry: Placed): string =>
  [entry.place ? servicePlaceNames[entry.place] : "", entry.placeDetails, promisedPlace(entry)]
    .filter(Boolean)
    .join("\n");

const promises: Record<ServicePlace, string> = {
  studio: "I'll send you the address",
  online: "I'll send you the link",
  client: "",
};

export const priceFor = ({ price }: Pick<Entry, "price">) =>
  price === null ? null : price === 0 ? "Free" : formatMoney(price);

const reasons: Partial<Record<Entry["state"], string>> = {
  "no-show": "not attended",
  cancelled: "cancelled late",
};

/** `Voice and piano, 60 minutes, Mei Tan, Thursday, 8 October 2026`. */
export function sessionLine(entry: Entry) {
  const { title, student, clientName, startsAt, state, price } = entry;
  const parts = [title, student || clientName, longDay(melbourneDay(startsAt)), reasons[state]];
  return { text: parts.filter(Boolean).join(", "), amount: price ?? 0 };
}

export const minutesOf = ({ startsAt, endsAt }: Pick<Entry, "startsAt" | "endsAt">) =>
  Math.round((endsAt.getTime() - startsAt.getTime()) / 60_000);

export function invoiceTitle({ title, startsAt }: Entry): string {
  return `${title} on ${longDay(melbourneDay(startsAt))}`;
}

export function canBeInvoiced({ kind, state, price, cancelledLate, creditId }: Entry): boolean {
  const isOver =
    state === "done" || state === "no-show" || (state === "cancelled" && cancelledLate);
  return kind === "appointment" && isOver && price !== null && price > 0 && creditId === null;
}

export function canBePaid(entry: Entry): boolean {
  const { kind, state, price, spamReason, creditId } = entry;
  const isAhead = kind === "appointment" && state === "booked" && spamReason === null;
  return canBeInvoiced(entry) || (isAhead && price !== null && price > 0 && creditId === null);
}

export const mostLessons = 60;

type Repetition = { weeks: number; lessons: number | null; untilDay: Day | null };

/** One more than {@link mostLessons} if there are too many. */
export function daysOfSeries(first: Day, { weeks, lessons, untilDay }: Repetition): Day[] {
  const days: Day[] = [];
  for (let day = first; days.length <= mostLessons; day = addDays(day, weeks * 7)) {
    if (days.length === lessons || (untilDay !== null && day > untilDay)) break;
    days.push(day);
  }
  return days;
}

export function repeatsOf(starts: readonly [Date, ...Date[]], weeks: number): Repeats {
  const [first] = starts;
  const until = { weeks, lessons: null, untilDay: melbourneDay(starts.at(-1)!) };
  const days = daysOfSeries(melbourneDay(first), until);
  const minutes = wallMinutes(first);
  const taken = new Set(starts.map(Number));
  const without = days.flatMap((day) => {
    const start = instantOf(day, minutes);
    return start && !taken.has(start.getTime()) ? [start] : [];
  });
  return { weeks, count: days.length, without };
}

/** Shifts a time by the difference on the clock. */
export function shiftTo(start: Date, before: Date): (at: Date) => Date {
  const days = daysBetween(melbourneDay(before), melbourneDay(start));
  const shift = days * minutesOfDay + wallMinutes(start) - wallMinutes(before);
  return (at) => {
    const minutes = wallMinutes(at) + shift;
    const day = addDays(melbourneDay(at), Math.floor(minutes / minutesOfDay));
    return instantFrom(day, minutes - Math.floor(minutes / minutesOfDay) * minutesOfDay)!;
  };
}

const minutesOfDay = 1_440;

export const wallMinutes = (at: Date) => toMinutes(wallTime(at).slice(11, 16));

export const thoseFollowing = (count: number): string =>
  count === 1 ? "the one that follows" : `the ${count} that follow`;

export const payableAhead = (entry: Entry, series: readonly Entry[], now: Date): Entry[] =>
  entry.price === null || entry.price === 0 || entry.clientEmail === null
    ? []
    : followingOf(entry, series, now).filter(
        (one) =>
          one.price === entry.price &&
          one.clientEmail === entry.clientEmail &&
          minutesOf(one) === minutesOf(entry) &&
          one.salesInvoiceId === null &&
          one.creditId === null,
      );

/** In the order of their times, with the lesson itself. */
export const followingOf = (from: Entry, series: readonly Entry[], now: Date) =>
  series
    .filter(
      ({ state, startsAt }) => state === "booked" && startsAt >= from.startsAt && startsAt > now,
    )
    .toSorted((one, other) => one.startsAt.getTime() - other.startsAt.getTime());
