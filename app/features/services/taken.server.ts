import { and, gt, inArray, isNull, lt, ne, or, type SQL, sql } from "drizzle-orm";
import { unionAll } from "drizzle-orm/pg-core";
import type { Db } from "#app/server/database/db.server.ts";
import { busyTimes, diaryEntries } from "#app/server/database/tables.server.ts";
import { addDays, type Day, melbourneZone, startOfDay } from "#app/values/calendar.ts";
import { type Service, takingStates } from "./model.ts";
import type { DayRange, TakenSpan } from "./slots.ts";

const { state, heldUntil, spamReason } = diaryEntries;

/** Suspected spam takes no time until it is released, nor does an expired hold. */
export const takesTime = (now: Date): SQL | undefined =>
  and(
    inArray(state, [...takingStates]),
    isNull(spamReason),
    or(ne(state, "held"), isNull(heldUntil), gt(heldUntil, now)),
  );

export type Exception = {
  /** An entry that moves: its time counts as free. */
  except?: string | undefined;
};

export async function readTaken(
  db: Db,
  { id, mostPerDay }: Pick<Service, "id" | "mostPerDay">,
  { from, until }: DayRange,
  { except, now }: Exception & { now: Date },
): Promise<TakenSpan[]> {
  // Buffers reach into the neighbouring days.
  const [after, before] = [startOfDay(addDays(from, -1)), startOfDay(addDays(until, 2))];
  const { serviceId, busyFrom, busyUntil, startsAt } = diaryEntries;
  const day = sql`to_char(${startsAt} at time zone ${melbourneZone}, 'YYYY-MM-DD')`;
  const session =
    mostPerDay === null
      ? sql<Day | null>`null::text`
      : sql<Day | null>`case when ${serviceId} = ${id} then ${day} end`;
  return unionAll(
    db
      .select({
        start: busyFrom,
        end: busyUntil,
        session: session.as("session"),
      })
      .from(diaryEntries)
      .where(
        and(
          gt(busyUntil, after),
          lt(busyFrom, before),
          takesTime(now),
          except ? ne(diaryEntries.id, except) : undefined,
        ),
      ),
    db
      .select({
        start: busyTimes.startsAt,
        end: busyTimes.endsAt,
        session: sql<Day | null>`null`,
      })
      .from(busyTimes)
      .where(and(gt(busyTimes.endsAt, after), lt(busyTimes.startsAt, before))),
  );
}
