import { asc, eq } from "drizzle-orm";
import type { Administrator } from "#app/features/auth/model.ts";
import { weekdayNames } from "#app/features/services/hours-words.ts";
import type { Db } from "#app/server/database/db.server.ts";
import { services, waitingList } from "#app/server/database/tables.server.ts";
import { type Day, shortDay } from "#app/values/calendar.ts";
import type { ShownWaiting } from "./admin/waiting-section.tsx";
import { partOfDayLabels } from "./model.ts";

export async function listWaiting(db: Db, _by: Administrator, today: Day): Promise<ShownWaiting[]> {
  const rows = await db
    .select({ one: waitingList, service: services.name })
    .from(waitingList)
    .innerJoin(services, eq(services.id, waitingList.serviceId))
    .orderBy(asc(waitingList.createdAt));
  return rows.map(({ one: { id, email, weekdays, timeOfDay, untilDay }, service }) => {
    const isAnyDay = weekdays.length === weekdayNames.length;
    const days = isAnyDay ? [] : [weekdays.map((name) => name.slice(0, 3)).join(" ")];
    const when = [...days, partOfDayLabels[timeOfDay].toLowerCase()].join(", ");
    return { id, email, wish: `${service}: ${when}, until ${shortDay(untilDay, today)}` };
  });
}
