import * as z from "zod/mini";
import { servicePlaces, sessionInvoicings } from "#app/server/database/enums.ts";
import {
  addDays,
  type Day,
  isDay,
  isMidnight,
  melbourneDay,
  startOfDay,
  wallTime,
} from "#app/values/calendar.ts";
import { typedAmount, fromCents } from "#app/values/money.ts";
import {
  always,
  choiceOf,
  emailAddress,
  emptyOr,
  longText,
  optionalCount,
  text,
  optionalDay,
  optionalTime,
} from "#app/values/rules.ts";
import { endsNextDay, isTimeOfDay, toMinutes, type TimeOfDay } from "#app/values/time-of-day.ts";
import { travelMost, travelRule } from "#app/values/travel.ts";
import { instantOf, instantFrom, type Span } from "#app/values/wall-clock.ts";
import { mostLessons, daysOfSeries, type Entry, lengthOf } from "./model.ts";

export const entryKinds = ["appointment", "block", "away"] as const;
export type EntryKind = (typeof entryKinds)[number];

export const readEntryKind = (asked: string | null): EntryKind =>
  entryKinds.find((kind) => kind === asked) ?? "appointment";

export const entryKindLabels: Record<EntryKind, string> = {
  appointment: "Appointment",
  block: "Block time",
  away: "Days away",
};

export const titleOfAway = "Away";

export const repetitions = {
  "": "Just this once",
  weekly: "Every week",
  fortnightly: "Every second week",
} as const;

const tooMany = `That's more than ${mostLessons} times.`;

const dayOrNone = text().check(z.refine((typed) => typed === "" || isDay(typed), "Choose a day."));

const seriesFields = {
  repeats: text().check(
    z.refine((typed) => Object.hasOwn(repetitions, typed), "Choose how it repeats."),
  ),
  lessons: optionalCount(mostLessons, `Enter how many times, from 2 to ${mostLessons}.`, 2),
  untilDay: dayOrNone,
  /** The last day of a term. */
  untilTerm: dayOrNone,
};

type Typed = {
  day: string;
  repeats: string;
  lessons: number | null;
  untilDay: string;
  untilTerm: string;
};

const ends = ["untilDay", "untilTerm"] as const;

const countEnds = ({ lessons, untilDay, untilTerm }: Typed) =>
  [lessons ?? "", untilDay, untilTerm].filter((end) => end !== "").length;

const rule = (
  name: "lessons" | (typeof ends)[number],
  holds: (typed: Typed) => boolean,
  error: string,
) =>
  z.refine<Typed>((typed) => !typed.repeats || holds(typed), { error, path: [name], when: always });

const seriesRules = [
  rule("lessons", (typed) => countEnds(typed) > 0, "Say how many times, or until when."),
  ...ends.flatMap((end) => [
    rule(
      end,
      (typed) => typed[end] === "" || countEnds(typed) < 2,
      "Say how many times, or until when: not both.",
    ),
    rule(
      end,
      ({ day, [end]: until }) => until === "" || until > day,
      "It must be after the first day.",
    ),
    rule(
      end,
      (typed) =>
        !isDay(typed.day) ||
        !isDay(typed[end]) ||
        daysOfSeries(typed.day, repetitionOf(typed)).length <= mostLessons,
      tooMany,
    ),
  ]),
] as const;

export const repetitionOf = ({ repeats, lessons, untilDay, untilTerm }: Typed) => ({
  weeks: repeats === "weekly" ? 1 : 2,
  lessons: lessons || null,
  untilDay: untilDay || untilTerm || null,
});

export const entryLimits = {
  nameMax: 100,
  titleMax: 120,
  placeMax: 300,
  phoneMax: 40,
  noteMax: 2_000,
  minutesMax: 720,
  /** In cents; the same limit as for services. */
  priceMax: 99_999_99,
  /** Longest entry, in days. */
  daysMax: 366,
} as const;

const most = (max: number) =>
  ({ max: [max, `Please keep it under ${max} characters.`] }) as { max: [number, string] };

/** The bounds leave room for the days around it. */
export const isDiaryDay = (typed: string) =>
  isDay(typed) && typed > "1900-12-31" && typed < "3000-01-01";

const day = text().check(z.refine(isDiaryDay, "Choose a day."));
const time = text().check(z.refine(isTimeOfDay, "Enter a time, such as 10:00."));

const optionalPrice = emptyOr(
  (typed) => (typedAmount(typed) ?? Infinity) <= entryLimits.priceMax,
  "Enter a price, such as 95, or leave it empty.",
  typedAmount,
);

const oneEmail = emailAddress("");
const optionalEmail = emptyOr(
  (typed) => z.safeParse(oneEmail, typed).success,
  "Enter an email address, or leave it empty.",
  (typed) => typed,
);

/** Null: use the place of the service. */
const place = choiceOf(servicePlaces, "Choose where.");

/** Null: as in the business details. */
const sessionInvoicing = choiceOf(sessionInvoicings, "Choose what comes after a session.");

const minutes = optionalCount(
  entryLimits.minutesMax,
  `Enter minutes, from 1 to ${entryLimits.minutesMax}.`,
);
const orNothing = (max: number) =>
  z.pipe(
    text(most(max)),
    z.transform((typed) => typed || null),
  );

const appointmentFields = {
  clientName: text({ min: [1, "Who is it with?"], ...most(entryLimits.nameMax) }),
  clientEmail: optionalEmail,
  student: orNothing(entryLimits.nameMax),
  phone: orNothing(entryLimits.phoneMax),
  minutes,
  price: optionalPrice,
  placeDetails: text(most(entryLimits.placeMax)),
  travelMinutes: optionalCount(travelMost, travelRule, 0),
  sessionInvoicing,
};

export const ownerNote = z.pipe(
  longText(most(entryLimits.noteMax)),
  z.transform((typed) => typed || null),
);

/** Reports a time that clocks skip beside its field. */
const isOnTheClock = z.refine<{ day: string; time: string }>(
  (typed) => !isDay(typed.day) || !isTimeOfDay(typed.time) || momentOf(typed) !== null,
  { error: "Clocks skip that hour that night. Choose another time.", path: ["time"], when: always },
);

/** In Melbourne: the first instant of a repeated time, null for a skipped one. */
export const momentOf = (typed: { day: string; time: string }) =>
  instantOf(typed.day, toMinutes(typed.time));

const isOwn = (fields: unknown) => !(fields as { serviceId?: string }).serviceId;
const ownRule = (name: "title" | "minutes", error: string) =>
  z.refine<unknown>(
    (fields) => !isOwn(fields) || Boolean((fields as Record<string, unknown>)[name]),
    {
      error,
      path: [name],
      when: always,
    },
  );

export const newAppointmentSchema = z
  .object({
    ...appointmentFields,
    serviceId: text(),
    title: text(most(entryLimits.titleMax)),
    place,
    day,
    time,
    ...seriesFields,
    ownerNote,
  })
  .check(
    ...seriesRules,
    ownRule("title", "Choose a service, or say what it is."),
    ownRule("minutes", "How many minutes is it?"),
    isOnTheClock,
  );

export type NewAppointment = z.output<typeof newAppointmentSchema>;

/** An end that is not after the start is on the next day. */
export const endOfBlock = ({ day: first, time: from, untilTime }: BlockTimes) =>
  momentOf({ day: endsNextDay(from, untilTime) ? addDays(first, 1) : first, time: untilTime });

type BlockTimes = { day: string; time: string; untilTime: string };

export const newBlockSchema = z
  .object({
    title: text({ min: [1, "What is it?"], ...most(entryLimits.titleMax) }),
    day,
    time,
    untilTime: text().check(z.refine(isTimeOfDay, "Enter a time, such as 11:00.")),
    ownerNote,
  })
  .check(
    isOnTheClock,
    z.refine((typed) => typed.time !== typed.untilTime || !isTimeOfDay(typed.time), {
      error: "It must end after it begins.",
      path: ["untilTime"],
      when: always,
    }),
  );

export const newAwaySchema = z
  .object({
    title: text(most(entryLimits.titleMax)),
    day,
    untilDay: text().check(z.refine(isDiaryDay, "Choose the last day.")),
    ownerNote,
  })
  .check(
    z.refine(
      (typed) => {
        if (!isDay(typed.day) || !isDay(typed.untilDay)) return true;
        const last = addDays(typed.day, entryLimits.daysMax - 1);
        return typed.day <= typed.untilDay && typed.untilDay <= last;
      },
      {
        error: "The last day must be the first or later, within a year.",
        path: ["untilDay"],
        when: always,
      },
    ),
  );

export const moveEntrySchema = z.object({ day, time }).check(isOnTheClock);

export const editAppointmentSchema = z
  .object({
    ...appointmentFields,
    title: text({ min: [1, "What is it?"], ...most(entryLimits.titleMax) }),
    place,
    ownerNote,
  })
  .check(ownRule("minutes", "How many minutes is it?"));

/** A missing or invalid version counts as an old page's. */
export const readShownVersion = (typed = "") => (/^\d{1,10}$/.test(typed) ? Number(typed) : 0);

export const shownVersion = z.pipe(z.optional(z.string()), z.transform(readShownVersion));

type Texts = Readonly<Record<string, string>>;

export function textsOfEntry(entry: Entry): Texts {
  const note = entry.ownerNote ?? "";
  if (entry.kind === "away") return { ownerNote: note, ...awayTexts(entry) };
  if (entry.kind !== "appointment")
    return { ownerNote: note, title: entry.title, ...blockTexts(entry) };
  const { title, clientName, clientEmail, student, phone, price, placeDetails } = entry;
  return {
    sessionInvoicing: entry.sessionInvoicing ?? "",
    title,
    clientName: clientName ?? "",
    clientEmail: clientEmail ?? "",
    student: student ?? "",
    phone: phone ?? "",
    minutes: String(lengthOf(entry) ?? ""),
    price: price === null ? "" : fromCents(price),
    place: entry.place ?? "studio",
    placeDetails,
    ownerNote: note,
    tellsClient: "on",
  };
}

const timeAt = (instant: Date) => wallTime(instant).slice(11, 16);

const blockTexts = ({ startsAt, endsAt }: Entry): Texts => ({
  day: melbourneDay(startsAt),
  time: timeAt(startsAt),
  untilTime: timeAt(endsAt),
});

/** A midnight is shown as a whole day. */
function awayTexts({ title, startsAt, endsAt }: Entry): Texts {
  const isUntilMidnight = isMidnight(endsAt);
  const last = melbourneDay(endsAt);
  return {
    awayTitle: title === titleOfAway ? "" : title,
    awayFrom: melbourneDay(startsAt),
    awayFromTime: isMidnight(startsAt) ? "" : timeAt(startsAt),
    awayUntil: isUntilMidnight ? addDays(last, -1) : last,
    awayUntilTime: isUntilMidnight ? "" : timeAt(endsAt),
  };
}

const times = [
  ["day", "time", "untilTime"],
  ["awayFrom", "awayFromTime", "awayUntil", "awayUntilTime"],
].flat();

/** Compares texts: clocks show some times twice, and a form has no seconds. */
export function isRetimed(entry: Entry, values: Texts): boolean {
  const shown = textsOfEntry(entry);
  return times.some((name) => name in shown && shown[name] !== (values[name] ?? "").trim());
}

const awayDay = z.pipe(
  optionalDay("Enter a date."),
  z
    .nullable(z.string())
    .check(z.refine((typed) => typed !== null && isDiaryDay(typed), "Enter a date.")),
);
const awayTime = optionalTime("Enter a time, or leave it empty.");

type TypedAway = Record<"awayFrom" | "awayUntil", Day | null> &
  Record<"awayFromTime" | "awayUntilTime", TimeOfDay | null>;

/** Without times: whole days, including the last. */
export function awaySpan(typed: TypedAway): Span | null {
  const { awayFrom, awayFromTime, awayUntil, awayUntilTime } = typed;
  if (!awayFrom || !awayUntil) return null;
  const start = awayFromTime
    ? instantFrom(awayFrom, toMinutes(awayFromTime))
    : startOfDay(awayFrom);
  const end = awayUntilTime
    ? instantFrom(awayUntil, toMinutes(awayUntilTime))
    : startOfDay(addDays(awayUntil, 1));
  return start && end ? { start, end } : null;
}

function isBackInTime(typed: TypedAway): boolean {
  const span = awaySpan(typed);
  return !span || span.start < span.end;
}

const awayFields = {
  awayFrom: awayDay,
  awayFromTime: awayTime,
  awayUntil: awayDay,
  awayUntilTime: awayTime,
  awayTitle: text({ max: [100, "Use at most 100 characters."] }),
};
const order = z.refine<TypedAway>(isBackInTime, {
  error: "You can't be back before you leave.",
  path: ["awayUntil"],
  when: always,
});

export const awaySchema = z.object(awayFields).check(order);
export const editAwaySchema = z.object({ ...awayFields, ownerNote }).check(order);
