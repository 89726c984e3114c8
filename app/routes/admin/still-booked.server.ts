import { listOverlaps } from "#app/features/diary/overlaps.server.ts";
import { type DayTimes, openSpans } from "#app/features/services/hours.ts";
import type { Db } from "#app/server/database/db.server.ts";
import { addDays, type Day, startOfDay } from "#app/values/calendar.ts";

/** What is booked on a day outside its hours: it stays, and the owner should know. */
export async function stillBooked(
  db: Db,
  day: Day,
  hours: DayTimes,
  now = new Date(),
): Promise<string | undefined> {
  const time = { from: startOfDay(day), until: startOfDay(addDays(day, 1)) };
  const open = openSpans(day, null, { weeks: [], days: [{ day, hours }] });
  const outside = (await listOverlaps(db, time, now)).filter(
    ({ entry, startsAt, endsAt }) =>
      entry?.kind === "appointment" &&
      !open.some(({ start, end }) => start <= startsAt && endsAt <= end),
  );
  if (outside.length === 0) return undefined;
  const what = outside.length === 1 ? "1 appointment is" : `${outside.length} appointments are`;
  return `${what} booked outside these hours. Move or cancel in the diary what can't stay.`;
}
