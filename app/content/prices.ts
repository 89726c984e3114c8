import { type Cents, depositPercent } from "#app/values/money.ts";
import { addMinutes, clockTime, timeRange } from "#app/values/time-of-day.ts";

export const coachingSessions: readonly { minutes: number; price: Cents }[] = [
  { minutes: 30, price: 50_00 },
  { minutes: 45, price: 75_00 },
  { minutes: 60, price: 95_00 },
  { minutes: 90, price: 140_00 },
];

/** The least that any of these costs, in cents. */
export function lowest(offers: readonly { price: Cents }[]): Cents {
  return Math.min(...offers.map(({ price }) => price));
}

/** Packages of 60-minute sessions; what they save is counted against single sessions. */
export const coachingPackages: readonly { sessions: number; minutes: number; price: Cents }[] = [
  { sessions: 4, minutes: 60, price: 360_00 },
  { sessions: 8, minutes: 60, price: 700_00 },
];

/** What a package saves against the same number of single sessions, in cents. */
export function packageSaving({
  sessions,
  minutes,
  price,
}: (typeof coachingPackages)[number]): Cents {
  const single = coachingSessions.find((session) => session.minutes === minutes);
  return single ? single.price * sessions - price : 0;
}

export const ameb = {
  examDay: 100_00,
  rehearsals: [
    { minutes: 15, price: 30_00 },
    { minutes: 30, price: 50_00 },
    { minutes: 45, price: 75_00 },
  ],
  arrivesMinutesBefore: 15,
  dueWeeksBefore: 2,
  /** Rehearsals are best in the last weeks before the exam. */
  rehearsedWithinWeeks: 2,
} as const;

/** When a live piano quote that names no times plays. */
export const usualHours = { start: "18:00", end: "21:00" } as const;

/** Defaults of a new live piano quote; an existing quote keeps the figures it was made with. */
export const livePiano = {
  base: 1200_00,
  rehearsal: 700_00,
  extraHour: 350_00,
  hours: timeRange(usualHours.start, usualHours.end),
  untilWithExtraHour: clockTime(addMinutes(usualHours.end, 60)),
  depositPercent,
  balanceDueDaysBefore: 7,
} as const;

/** Defaults of a new hourly quote; an existing quote keeps the figures it was made with. */
export const hourlyQuote = {
  hourlyRate: 100_00,
  hours: 3,
  preparation: 100_00,
  /** What one student's rehearsal costs, beside the quote itself. */
  rehearsals: ameb.rehearsals,
} as const;
