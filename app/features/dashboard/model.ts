import { addDays, type Day, hasEnded, isInstant, melbourneDay } from "#app/values/calendar.ts";
import type { Cents } from "#app/values/money.ts";

/** In whole percent. With nothing last month: 100 if this month has revenue, else 0. */
export function percentChange(thisMonth: Cents, lastMonth: Cents): number {
  if (lastMonth === 0) return thisMonth > 0 ? 100 : 0;
  const percent = Math.round(((thisMonth - lastMonth) / lastMonth) * 100);
  // Avoids -0.
  return percent === 0 ? 0 : percent;
}

export function signedPercent(percent: number): string {
  return `${percent < 0 ? "−" : "+"}${Math.abs(percent)}%`;
}

/** A visit ends after this long away from the admin, in milliseconds. */
export const visitGap = 30 * 60_000;

export function previousVisit(
  { seenAt, previousVisitAt }: { seenAt: Date | null; previousVisitAt: Date | null },
  now: Date,
): Date | null {
  const isNewVisit = seenAt !== null && now.getTime() - seenAt.getTime() > visitGap;
  const visit = isNewVisit ? seenAt : previousVisitAt;
  return visit && isInstant(visit) ? visit : null;
}

/** In working days; public holidays count as working days. */
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

/** In the order on the page. */
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

/** An assistant's: the others end in money, quotes or settings. */
export const assistantTasks: readonly TaskKind[] = [
  "today",
  "links",
  "requests",
  "clashes",
  "messages",
  "bookings",
  "emails",
  "exams",
];

export type Task = {
  id: string;
  /** Path, if it isn't of the record that `id` names. */
  to?: string;
  who: string;
  what: string;
  /** `word`: what happens then, as in `until Fri 20 Nov`. */
  when: ({ at: Date } | { day: Day; isAllDay?: true }) & { word?: string };
  /** The reason, such as `Waiting for more than two working days`. */
  urgent: string | null;
  /** Still to come: nobody is late. */
  isAhead?: boolean;
  isNew: boolean;
  /** Ids of the invoices whose reminders wait. */
  invoices?: string[];
};

/** `total` also counts tasks that are not shown. */
export type TaskGroup = { kind: TaskKind; tasks: Task[]; total: number; invoices?: string[] };

/** `name`: the client's if there is only one, else null. */
export type Overdue = { amount: Cents; clients: number; name: string | null };

export const maxTasks = 6;

/** In days, including today. */
export const daysAhead = 14;

/** {@link countLimit} means that many or more. */
export type WaitingCounts = Record<
  "messages" | "requests" | "bookings" | "quotes" | "invoices" | "emails",
  number
>;

/** Counting stops here, so that a flood slows no page. */
export const countLimit = 100;
