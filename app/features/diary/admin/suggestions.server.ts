import type { Administrator } from "#app/features/auth/model.ts";
import type { Entry } from "#app/features/diary/model.ts";
import type { Service } from "#app/features/services/model.ts";
import { nextFreeStarts } from "#app/features/services/queries.server.ts";
import type { Db } from "#app/server/database/db.server.ts";
import { type Day, melbourneDay, startOfDay } from "#app/values/calendar.ts";

const mostSuggested = 6;
const mostOfOneDay = 2;
/** Enough starts for the days that are suggested. */
const mostRead = 500;

type Wanted = {
  day?: Day | null;
  /** An entry that moves: its own time counts as free and is not suggested. */
  moving?: Pick<Entry, "id" | "startsAt" | "endsAt">;
};

/** The owner needs no notice. */
export async function suggestStarts(
  db: Db,
  _by: Administrator,
  service: Service,
  { day, moving }: Wanted,
  now = new Date(),
): Promise<Date[]> {
  const after = day && day > melbourneDay(now) ? startOfDay(day) : now;
  const length = moving
    ? moving.endsAt.getTime() - moving.startsAt.getTime()
    : service.minutes * 60_000;
  const rules = { ...service, minutes: Math.round(length / 60_000), notice: 0 };
  const exception = moving ? { except: moving.id } : {};
  const starts = await nextFreeStarts(db, rules, after, mostRead, now, exception);
  const suggested: Date[] = [];
  for (const start of starts) {
    if (start.getTime() === moving?.startsAt.getTime()) continue;
    const last = suggested.at(-1);
    if (last && start.getTime() - last.getTime() < length) continue;
    const sameDay = suggested.filter((other) => melbourneDay(other) === melbourneDay(start));
    if (sameDay.length < mostOfOneDay) suggested.push(start);
    if (suggested.length === mostSuggested) break;
  }
  return suggested;
}
