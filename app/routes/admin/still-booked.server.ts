import { listOverlaps } from "#app/features/diary/overlaps.server.ts";
import { type DayTimes, openSpans } from "#app/features/services/hours.ts";
import type { Db } from "#app/server/database/db.server.ts";
import { addDays, type Day, startOfDay } from "#app/values/calendar.ts";

/** Bookings outside a day's hours stay, and the owner should know. */
export async function stillBooked(
  db: Db,
  days: readonly { day: Day; hours: DayTimes }[],
  now = new Date(),
): Promise<string | undefined> {
  let outside = 0;
  for (const one of days) outside += await countOutside(db, one, now);
  if (outside === 0) return undefined;
  const what = outside === 1 ? "1 appointment is" : `${outside} appointments are`;
  return `${what} booked outside these hours. Move or cancel in the diary what can't stay.`;
}

async function countOutside(db: Db, { day, hours }: { day: Day; hours: DayTimes }, now: Date) {
  const time = { from: startOfDay(day), until: startOfDay(addDays(day, 1)) };
  const open = openSpans(day, null, { weeks: [], days: [{ day, hours }] });
  return (await listOverlaps(db, time, now)).filter(
    ({ entry, startsAt, endsAt }) =>
      entry?.kind === "appointment" &&
      !open.some(({ start, end }) => start <= startsAt && endsAt <= end),
  ).length;
}
