import { addDays, type Day, hasEnded, isInstant, melbourneDay } from "#app/values/calendar.ts";
import type { Cents } from "#app/values/money.ts";

/**
 * How this month compares with the last, in whole percent (specification, section 9): with nothing
 * last month, 100 when this month has something and else 0.
 */
export function percentChange(thisMonth: Cents, lastMonth: Cents): number {
  if (lastMonth === 0) return thisMonth > 0 ? 100 : 0;
  const percent = Math.round(((thisMonth - lastMonth) / lastMonth) * 100);
  // There is no minus zero percent.
  return percent === 0 ? 0 : percent;
}

/** `+12%`, `-5%`, `+0%`. */
export function signedPercent(percent: number): string {
  return `${percent < 0 ? "−" : "+"}${Math.abs(percent)}%`;
}

/** A visit ends after so long without the admin, in milliseconds. */
export const visitGap = 30 * 60_000;

/** When the visit before the current one ended. */
export function previousVisit(
  { seenAt, previousVisitAt }: { seenAt: Date | null; previousVisitAt: Date | null },
  now: Date,
): Date | null {
  const isNewVisit = seenAt !== null && now.getTime() - seenAt.getTime() > visitGap;
  const visit = isNewVisit ? seenAt : previousVisitAt;
  return visit && isInstant(visit) ? visit : null;
}

/** How many working days an enquiry may wait; public holidays count as working days. */
const answerDays = 2;

export function isOverdue(receivedAt: Date, now: Date): boolean {
  return isInstant(receivedAt) && hasEnded(addWorkingDays(melbourneDay(receivedAt)), now);
}

function addWorkingDays(day: Day): Day {
  let last = day;
  for (let left = answerDays; left > 0;) {
    last = addDays(last, 1);
    if (isWorkingDay(last)) left--;
  }
  return last;
}

const isWorkingDay = (day: Day) => ![0, 6].includes(new Date(`${day}T00:00:00Z`).getUTCDay());

/** The groups of Today, in order. */
export const taskKinds = [
  "today",
  "links",
  "requests",
  "clashes",
  "calendars",
  "messages",
  "bookings",
  "emails",
  "accepted",
  "drafts",
  "waiting",
  "expired",
  "sessions",
  "refunds",
  "reminders",
  "disputes",
  "invoices",
  "exams",
  "events",
] as const;
export type TaskKind = (typeof taskKinds)[number];

/** One line of Today: who, what and when. */
export type Task = {
  id: string;
  who: string;
  what: string;
  /** `word` says what happens then: `until Fri 20 Nov`. */
  when: ({ at: Date } | { day: Day; isAllDay?: true }) & { word?: string };
  /** What makes it urgent, such as `Waiting for more than two working days`. */
  urgent: string | null;
  /** That is still to come, and nobody is late. */
  isAhead?: boolean;
  /** It came since the last visit. */
  isNew: boolean;
  /** Ids of the invoices whose reminder waits. */
  invoices?: string[];
};

/** The most urgent tasks of a kind, and how many there are in all. */
export type TaskGroup = {
  kind: TaskKind;
  tasks: Task[];
  total: number;
  /** The same of all of them. */
  invoices?: string[];
};

/** What clients owe after the day it was due. `name`: of the only one, null where there are more. */
export type Overdue = { amount: Cents; clients: number; name: string | null };

/** How many tasks of a kind Today shows. */
export const maxTasks = 6;

/** How far ahead exams and events are shown, in days, today included. */
export const daysAhead = 14;

/** What is unread or waiting, for the navigation; {@link countLimit} stands for that many or more. */
export type WaitingCounts = Record<
  "messages" | "requests" | "bookings" | "quotes" | "invoices" | "emails",
  number
>;

/** Counting ends here, so that a flood slows no page. */
export const countLimit = 100;
