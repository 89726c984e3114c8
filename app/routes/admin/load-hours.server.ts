import { randomUUID } from "node:crypto";
import type { Administrator } from "#app/features/auth/model.ts";
import { type Away, listAway } from "#app/features/diary/away.server.ts";
import { listUndoable } from "#app/features/diary/undo-call-off.server.ts";
import { isUsualWeek } from "#app/features/services/hours-commands.server.ts";
import {
  getHours,
  listedWeek,
  shownDay,
  shownWeek,
} from "#app/features/services/hours-queries.server.ts";
import { daysInWords } from "#app/features/services/hours-words.ts";
import { holidaysAhead } from "#app/features/services/public-holidays.ts";
import { listTerms } from "#app/features/services/school-terms.server.ts";
import { upcomingHours } from "#app/features/services/upcoming.ts";
import { listWaiting } from "#app/features/waiting/queries.server.ts";
import { getDb } from "#app/server/database/db.server.ts";
import { type Day, melbourneDay } from "#app/values/calendar.ts";
import { daysAndTimes } from "#app/values/whole-days.ts";

/** `?week`: whose form is open, `new` for a further one; the usual week without it. `?day`: the same of a day. */
export async function loadHours(url: string, by: Administrator, now = new Date()) {
  const today = melbourneDay(now);
  const asked = new URL(url).searchParams;
  const { services, weeks, days } = await getHours(getDb(), by, today);
  const away = await listAway(getDb(), by, now);
  const undoable = await listUndoable(getDb(), by, now);
  const usual = weeks.find(isUsualWeek) ?? null;
  const askedWeek = asked.get("week");
  const isNew = askedWeek === "new";
  const named = isNew ? null : askedWeek ? weeks.find(({ id }) => id === askedWeek) : usual;
  // None where it has just been removed.
  const day = days.find((row) => row.day === asked.get("day")) ?? null;
  // The tab of a week that was removed meanwhile.
  const isGone = named === undefined;
  const open = named ?? (isNew ? null : usual);
  const spans = away.map(({ startsAt, endsAt }) => ({ start: startsAt, end: endsAt }));
  // The usual week first.
  const listed = weeks
    .map((week) => listedWeek(week, services, today))
    .toSorted((first, second) => Number(second.isUsual) - Number(first.isUsual));
  return {
    formKey: randomUUID(),
    today,
    services,
    weeks: listed,
    isNew,
    isGone,
    week: shownWeek(open, open === usual && !isNew),
    newWeek: shownWeek(null, false),
    samples: listed.filter(({ sample }) => sample),
    days: days.map(shownDay),
    holidays: holidaysAhead(today).filter(({ day: holiday }) =>
      days.every((one) => one.day !== holiday),
    ),
    terms: (await listTerms(getDb(), by, today)).map(({ id, name, firstDay, lastDay }) => ({
      id,
      name,
      when: daysInWords(firstDay, lastDay, today)!,
    })),
    day: day && shownDay(day),
    away: away.map((one) => ({ ...shownAway(one, today), canUndo: undoable.has(one.id) })),
    waiting: await listWaiting(getDb(), by, today),
    upcoming: upcomingHours(today, { weeks, days }, spans),
  };
}

const shownAway = ({ id, version, title, ...lasting }: Away, today: Day) => ({
  id,
  version,
  title,
  when: daysAndTimes(lasting, today),
});
