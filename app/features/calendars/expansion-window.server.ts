import { eq, max } from "drizzle-orm";
import type { Db } from "#app/server/database/db.server.ts";
import { services } from "#app/server/database/tables.server.ts";
import { addDays, type Day, melbourneDay, startOfDay } from "#app/values/calendar.ts";

export type ExpansionWindow = { from: Date; until: Date; lastDay: Day };

/** While nothing can be booked: as far ahead as a new service can be. */
const usualDaysAhead = 60;

/** From yesterday until a week after the last bookable day. */
export async function expansionWindow(db: Db, now: Date): Promise<ExpansionWindow> {
  const [row] = await db
    .select({ days: max(services.daysAhead) })
    .from(services)
    .where(eq(services.active, true));
  const today = melbourneDay(now);
  const lastDay = addDays(today, (row?.days ?? usualDaysAhead) + 7);
  return { from: startOfDay(addDays(today, -1)), until: startOfDay(addDays(lastDay, 1)), lastDay };
}
