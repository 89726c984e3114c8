import { and, asc, eq, gt, gte, inArray, isNull, lt } from "drizzle-orm";
import type { Administrator } from "#app/features/auth/model.ts";
import { takingStates } from "#app/features/services/model.ts";
import { failingCalendars } from "#app/features/calendars/queries.server.ts";
import {
  listClashes,
  listRequests,
  listSuspectedBookings,
} from "#app/features/diary/admin/queries.server.ts";
import { type Entry, lacksLink } from "#app/features/diary/model.ts";
import { listUninvoiced } from "#app/features/diary/session-invoices.server.ts";
import type { Db } from "#app/server/database/db.server.ts";
import { diaryEntries } from "#app/server/database/tables.server.ts";
import { addDays, melbourneDay, startOfDay } from "#app/values/calendar.ts";
import { formatMoney } from "#app/values/money.ts";
import { wholeDays } from "#app/values/whole-days.ts";
import { maxTasks, type Task, type TaskGroup } from "./model.ts";
import { aLineOf, type Occasion, toGroup, totalRows } from "./task-group.server.ts";

export async function findDiaryToday(db: Db, { now }: Occasion) {
  const tomorrow = startOfDay(addDays(melbourneDay(now), 1));
  const rows = await db
    .select({ entry: diaryEntries, total: totalRows })
    .from(diaryEntries)
    .where(
      and(
        lt(diaryEntries.startsAt, tomorrow),
        gt(diaryEntries.endsAt, now),
        inArray(diaryEntries.state, [...takingStates]),
        isNull(diaryEntries.spamReason),
      ),
    )
    .orderBy(asc(diaryEntries.startsAt), asc(diaryEntries.id))
    .limit(maxTasks);
  return toGroup(rows, ({ entry }) => toTask(entry, now, lacksLink(entry) ? "No link yet" : null));
}

/** {@link lacksLink} in the next two days; requests need an answer first. */
export async function findWithoutLink(db: Db, { now }: Occasion) {
  const today = melbourneDay(now);
  const rows = await db
    .select({ entry: diaryEntries, total: totalRows })
    .from(diaryEntries)
    .where(
      and(
        gte(diaryEntries.startsAt, startOfDay(addDays(today, 1))),
        lt(diaryEntries.startsAt, startOfDay(addDays(today, 3))),
        eq(diaryEntries.state, "booked"),
        eq(diaryEntries.place, "online"),
        eq(diaryEntries.placeDetails, ""),
        isNull(diaryEntries.spamReason),
      ),
    )
    .orderBy(asc(diaryEntries.startsAt), asc(diaryEntries.id))
    .limit(maxTasks);
  return toGroup(rows, ({ entry }) => toTask(entry, now, null));
}

export async function findRequests(db: Db, { now, since }: Occasion, by: Administrator) {
  const suspected = await listSuspectedBookings(db, by);
  const many = suspected.filter(
    ({ spamReason, startsAt }) => spamReason === "many" && startsAt > now,
  );
  return groupOf([...(await listRequests(db, by, now)), ...many], (entry) => ({
    ...toTask(entry, now, null),
    isNew: since !== null && entry.receivedAt > since,
  }));
}

export async function findClashes(db: Db, { now }: Occasion, by: Administrator) {
  const clashes = await listClashes(db, by, now);
  return groupOf(clashes, (entry) => toTask(entry, now, "Overlaps another entry"));
}

export async function findFailingCalendars(db: Db, { now }: Occasion) {
  return groupOf(await failingCalendars(db, now), ({ id, name, since, error }) => ({
    id,
    who: name,
    what: aLineOf(error || "It doesn't answer."),
    when: { word: "since", at: since },
    urgent: null,
    isNew: false,
  }));
}

/** Sessions that no scheduled run will invoice. */
export async function findUninvoiced(db: Db, { now }: Occasion, by: Administrator) {
  return groupOf(await listUninvoiced(db, by, now), (entry) => ({
    ...toTask(entry, now, null),
    what: aLineOf(`${entry.title}, ${formatMoney(entry.price ?? 0)}`),
    when: { at: entry.startsAt },
  }));
}

function groupOf<Row>(rows: readonly Row[], taskOf: (row: Row) => Task): Omit<TaskGroup, "kind"> {
  return { tasks: rows.slice(0, maxTasks).map(taskOf), total: rows.length };
}

function whenOf({ startsAt, endsAt }: Entry, now: Date): Task["when"] {
  const days = wholeDays({ startsAt, endsAt });
  if (startsAt <= now) return { word: "until", ...(days ? { day: days.last } : { at: endsAt }) };
  return days ? { day: days.first, isAllDay: true } : { at: startsAt };
}

function toTask(entry: Entry, now: Date, urgent: string | null): Task {
  const { id, title, clientName, student, note, placeDetails } = entry;
  const who = student || clientName;
  const what = [who && title, note || placeDetails].filter(Boolean);
  return {
    id,
    who: who || title,
    // A note is a sentence, so a colon comes before it.
    what: aLineOf(what.join(note ? ": " : ", ")),
    when: whenOf(entry, now),
    urgent,
    isNew: false,
  };
}
