import { isDeepStrictEqual } from "node:util";
import { eq, asc, gte } from "drizzle-orm";
import { recordActivity } from "#app/features/audit/record.server.ts";
import type { Administrator, Owner } from "#app/features/auth/model.ts";
import type { Db } from "#app/server/database/db.server.ts";
import { dayHours, schoolTerms } from "#app/server/database/tables.server.ts";
import { type Day, longDay, melbourneDay, addDays } from "#app/values/calendar.ts";
import type { FieldErrors } from "#app/values/rules.ts";
import { recordId } from "#app/features/intake/submission.server.ts";
import { readDayTimes, dayInWords, weekdayOf } from "./hours.ts";
import type { SingleDayInput } from "./hours-schema.ts";
import { lockServices } from "./queries.server.ts";

export type DayRow = typeof dayHours.$inferSelect;

type DayOutcome =
  | { ok: true }
  | { ok: false; reason: "changed"; current: DayRow | null }
  | { ok: false; reason: "invalid"; errors: FieldErrors };

export const dayVersion = ({ updatedAt }: Pick<DayRow, "updatedAt">) =>
  String(updatedAt?.getTime() ?? 0);

/** `seen`: {@link dayVersion} of the changed day; empty for a new one. */
export function saveDay(
  db: Db,
  by: Owner,
  { seen, input }: { seen: string; input: SingleDayInput },
  now = new Date(),
): Promise<DayOutcome> {
  return db.transaction(async (tx) => {
    await lockServices(tx);
    const { day, hours, note } = input;
    const current = await findDay(tx, day);
    // The same change again: its first answer may have been lost.
    if (current && isDeepStrictEqual(contentOf(current), { hours, note })) return { ok: true };
    if (current && !seen) {
      const error = `You've already changed this day: ${dayInWords(readDayTimes(current.hours))}.`;
      return { ok: false, reason: "invalid", errors: { day: error } };
    }
    if (seen && (!current || dayVersion(current) !== seen))
      return { ok: false, reason: "changed", current };
    if (!current && day < melbourneDay(now))
      return { ok: false, reason: "invalid", errors: { day: "This day has passed." } };
    const columns = { hours, note, updatedAt: now };
    await tx
      .insert(dayHours)
      .values({ day, ...columns })
      .onConflictDoUpdate({ target: dayHours.day, set: columns });
    const before = current && contentOf(current);
    const change = { ...(before && { before }), after: { hours, note } };
    await recordDay(tx, by, { action: current ? "changed" : "set", day, change }, now);
    return { ok: true };
  });
}

/** Does not change days that have hours of their own. */
export function closeDays(
  db: Db,
  by: Owner,
  closed: readonly { day: Day; note: string }[],
  now = new Date(),
): Promise<void> {
  return db.transaction(async (tx) => {
    await lockServices(tx);
    for (const { day, note } of closed) {
      const columns = { day, hours: [], note, updatedAt: now };
      const set = await tx.insert(dayHours).values(columns).onConflictDoNothing().returning();
      const change = { after: { hours: [], note } };
      if (set.length > 0) await recordDay(tx, by, { action: "set", day, change }, now);
    }
  });
}

/** A day that is gone already counts as removed. */
export function removeDay(
  db: Db,
  by: Owner,
  { day, seen }: { day: Day; seen: string },
  now = new Date(),
): Promise<DayOutcome> {
  return db.transaction(async (tx) => {
    await lockServices(tx);
    const current = await findDay(tx, day);
    if (!current) return { ok: true };
    if (dayVersion(current) !== seen) return { ok: false, reason: "changed", current };
    await tx.delete(dayHours).where(eq(dayHours.day, day));
    const change = { before: contentOf(current) };
    await recordDay(tx, by, { action: "removed", day, change }, now);
    return { ok: true };
  });
}

async function findDay(tx: Db, day: Day): Promise<DayRow | null> {
  const [row] = await tx.select().from(dayHours).where(eq(dayHours.day, day)).for("update");
  return row ?? null;
}

const contentOf = ({ hours, note }: DayRow) => ({ hours: readDayTimes(hours), note });

type Recorded = {
  action: string;
  day: Day;
  change: { before?: Record<string, unknown>; after?: Record<string, unknown> };
};

async function recordDay(tx: Db, by: Owner, { action, day, change }: Recorded, now: Date) {
  const subject = { kind: "hours" as const, label: `the hours of ${longDay(day)}` };
  await recordActivity(tx, { actor: by.email, action, subject, ...change }, now);
}

type SchoolTerm = typeof schoolTerms.$inferSelect;
type NewTerm = { name: string; firstDay: Day; lastDay: Day };

export function listTerms(db: Db, _by: Administrator, today: Day): Promise<SchoolTerm[]> {
  const { firstDay, lastDay } = schoolTerms;
  return db.select().from(schoolTerms).where(gte(lastDay, today)).orderBy(asc(firstDay));
}

/** The same `key` sent twice adds one term. */
export function addTerm(db: Db, by: Owner, term: NewTerm, key: string, now = new Date()) {
  return db.transaction(async (tx) => {
    const values = { ...term, id: recordId("term", key, term) };
    const added = await tx.insert(schoolTerms).values(values).onConflictDoNothing().returning();
    if (added[0]) await recordTerm(tx, by, "added", added[0], now);
  });
}

/** A term that is gone already counts as removed. */
export function removeTerm(db: Db, by: Owner, id: string, now = new Date()): Promise<void> {
  return db.transaction(async (tx) => {
    const [removed] = await tx.delete(schoolTerms).where(eq(schoolTerms.id, id)).returning();
    if (removed) await recordTerm(tx, by, "removed", removed, now);
  });
}

async function recordTerm(
  tx: Db,
  by: Owner,
  action: "added" | "removed",
  { name, firstDay, lastDay }: SchoolTerm,
  now: Date,
): Promise<void> {
  const subject = { kind: "hours" as const, label: name };
  const days = { fromDay: firstDay, untilDay: lastDay };
  const change = action === "added" ? { after: days } : { before: days };
  await recordActivity(tx, { actor: by.email, action, subject, ...change }, now);
}

export type PublicHoliday = { day: Day; name: string };

const [monday, tuesday, friday, saturday, sunday] = [0, 1, 4, 5, 6] as const;

/** Public Holidays Act 1993 (Vic), ss 6 to 8. The proclaimed Grand Final Friday is taken as September's last. */
export function publicHolidays(year: number): PublicHoliday[] {
  const on = (monthDay: string): Day => `${year}-${monthDay}`;
  const easter = easterSunday(year);
  const dated: [Day, string][] = [
    [on("01-01"), "New Year's Day"],
    [isWeekend(on("01-26")) ? next(monday, on("01-26")) : on("01-26"), "Australia Day"],
    [next(monday, on("03-08")), "Labour Day"],
    [addDays(easter, -2), "Good Friday"],
    [addDays(easter, -1), "Saturday before Easter Sunday"],
    [easter, "Easter Sunday"],
    [addDays(easter, 1), "Easter Monday"],
    [on("04-25"), "Anzac Day"],
    [next(monday, on("06-08")), "King's Birthday"],
    [next(friday, on("09-24")), "Friday before the AFL Grand Final"],
    [next(tuesday, on("11-01")), "Melbourne Cup Day"],
    [on("12-25"), "Christmas Day"],
    [on("12-26"), "Boxing Day"],
    ...additional(on("01-01"), "New Year's Day", monday),
    ...additional(on("12-25"), "Christmas Day", tuesday),
    ...additional(on("12-26"), "Boxing Day", tuesday),
  ];
  return dated
    .map(([day, name]) => ({ day, name }))
    .toSorted((one, other) => (one.day < other.day ? -1 : 1));
}

/** Until the end of the next year. */
export function holidaysAhead(today: Day): PublicHoliday[] {
  const year = Number(today.slice(0, 4));
  return [year, year + 1].flatMap(publicHolidays).filter(({ day }) => day >= today);
}

const isWeekend = (day: Day) => weekdayOf(day) === saturday || weekdayOf(day) === sunday;

/** Includes `from`. */
const next = (weekday: number, from: Day): Day =>
  addDays(from, (weekday - weekdayOf(from) + 7) % 7);

/** Monday for a Saturday. `forSunday`: after Christmas, that Monday is Boxing Day. */
function additional(day: Day, name: string, forSunday: number): [Day, string][] {
  if (!isWeekend(day)) return [];
  const weekday = weekdayOf(day) === saturday ? monday : forSunday;
  return [[next(weekday, day), `${name}, additional day`]];
}

/** Gregorian, by Meeus, Jones and Butcher. */
function easterSunday(year: number): Day {
  const golden = year % 19;
  const [century, inCentury] = [Math.floor(year / 100), year % 100];
  const correction = Math.floor((8 * century + 13) / 25);
  const epact = (19 * golden + century - Math.floor(century / 4) - correction + 15) % 30;
  const weekday =
    (32 + 2 * (century % 4) + 2 * Math.floor(inCentury / 4) - epact - (inCentury % 4)) % 7;
  const shift = Math.floor((golden + 11 * epact + 22 * weekday) / 451);
  return addDays(`${year}-03-22`, epact + weekday - 7 * shift);
}
