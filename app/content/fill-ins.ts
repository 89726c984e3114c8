import { formatPrice } from "#app/values/money.ts";
import {
  depositPercent,
  amebDueWeeks,
  balanceDueDaysBefore,
  untilWithExtraHour,
  usualHoursInWords,
} from "#app/values/terms.ts";
import { either, inWords } from "#app/values/wording.ts";
import type { SiteWords } from "./documents.ts";
import { amebRehearsals, lowest } from "./offers.ts";

/* `{{first_name}}` in a text is replaced by its value, so that a price is written only once. */

export const fillInPattern = /\{\{(\w+)\}\}/g;

export function fillInsOf({ site, prices, privacy }: SiteWords) {
  const { coachingSessions, coachingPackages, ameb, livePiano } = prices;
  const from = lowest(coachingSessions);
  const shortest = coachingSessions.find(({ price }) => price === from);
  return {
    your_name: site.person,
    first_name: site.firstName,
    email: site.email,
    reply_time: site.replyTime,
    coaching_from: formatPrice(from),
    shortest_session: String(shortest?.minutes ?? ""),
    package_sizes: either(coachingPackages.map(({ sessions }) => sessions)),
    live_piano_from: formatPrice(livePiano.base),
    usual_hours: usualHoursInWords,
    extra_hour_until: untilWithExtraHour,
    deposit_percent: String(depositPercent),
    balance_days: String(balanceDueDaysBefore),
    exam_day_price: formatPrice(ameb.examDay),
    rehearsal_lengths: either(amebRehearsals(prices).map(({ minutes }) => minutes)),
    arrival_minutes: String(ameb.arrivesMinutesBefore),
    rehearsal_weeks: inWords(ameb.rehearsedWithinWeeks),
    due_weeks: inWords(amebDueWeeks),
    backups_kept: privacy.backupsKept,
  };
}

/** Leaves unknown fill-ins as they are. */
export function fillIn<T>(value: T, fillIns: Readonly<Record<string, string>>): T {
  if (typeof value === "string")
    return value.replace(fillInPattern, (written, key: string) =>
      Object.hasOwn(fillIns, key) ? fillIns[key]! : written,
    ) as T;
  if (Array.isArray(value)) return value.map((each: unknown) => fillIn(each, fillIns)) as T;
  if (typeof value !== "object" || value === null) return value;
  const entries = Object.entries(value).map(([name, each]) => [name, fillIn(each, fillIns)]);
  return Object.fromEntries(entries) as T;
}
