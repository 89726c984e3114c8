import { and, asc, eq, gt, gte, inArray, isNull, lt, type SQL } from "drizzle-orm";
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
import { maxTasks, type Task } from "./model.ts";
import { aLineOf, groupOf, limitedGroupOf, type Occasion, totalRows } from "./task-group.server.ts";

const findEntries = (db: Db, ...where: SQL[]) =>
  db
    .select({ entry: diaryEntries, total: totalRows })
    .from(diaryEntries)
    .where(and(...where, isNull(diaryEntries.spamReason)))
    .orderBy(asc(diaryEntries.startsAt), asc(diaryEntries.id))
    .limit(maxTasks);

export async function findDiaryToday(db: Db, { now }: Occasion) {
  const tomorrow = startOfDay(addDays(melbourneDay(now), 1));
  const rows = await findEntries(
    db,
    lt(diaryEntries.startsAt, tomorrow),
    gt(diaryEntries.endsAt, now),
    inArray(diaryEntries.state, [...takingStates]),
  );
  return limitedGroupOf(rows, ({ entry }) => ({
    ...toTask(entry, now),
    urgent: lacksLink(entry) ? "No link yet" : null,
  }));
}

/** {@link lacksLink} in the next two days; requests need an answer first. */
export async function findWithoutLink(db: Db, { now }: Occasion) {
  const today = melbourneDay(now);
  const rows = await findEntries(
    db,
    gte(diaryEntries.startsAt, startOfDay(addDays(today, 1))),
    lt(diaryEntries.startsAt, startOfDay(addDays(today, 3))),
    eq(diaryEntries.state, "booked"),
    eq(diaryEntries.place, "online"),
    eq(diaryEntries.placeDetails, ""),
  );
  return limitedGroupOf(rows, ({ entry }) => toTask(entry, now));
}

export async function findRequests(db: Db, { now, since }: Occasion, by: Administrator) {
  const suspected = await listSuspectedBookings(db, by);
  const many = suspected.filter(
    ({ spamReason, startsAt }) => spamReason === "many" && startsAt > now,
  );
  return groupOf([...(await listRequests(db, by, now)), ...many], (entry) => ({
    ...toTask(entry, now),
    isNew: since !== null && entry.receivedAt > since,
  }));
}

export async function findClashes(db: Db, { now }: Occasion, by: Administrator) {
  const clashes = await listClashes(db, by, now);
  return groupOf(clashes, (entry) => ({
    ...toTask(entry, now),
    urgent: "Overlaps another entry",
  }));
}

export async function findFailingCalendars(db: Db, { now }: Occasion) {
  return groupOf(await failingCalendars(db, now), ({ id, name, since, error }) => ({
    id,
    who: name,
    what: aLineOf(error || "It doesn't answer."),
    when: { word: "since", at: since },
  }));
}

/** Sessions that no scheduled run will invoice. */
export async function findUninvoiced(db: Db, { now }: Occasion, by: Administrator) {
  return groupOf(await listUninvoiced(db, by, now), (entry) => ({
    ...toTask(entry, now),
    what: aLineOf(`${entry.title}, ${formatMoney(entry.price ?? 0)}`),
    when: { at: entry.startsAt },
  }));
}

function whenOf({ startsAt, endsAt }: Entry, now: Date): Task["when"] {
  const days = wholeDays({ startsAt, endsAt });
  if (startsAt <= now) return { word: "until", ...(days ? { day: days.last } : { at: endsAt }) };
  return days ? { day: days.first, isAllDay: true } : { at: startsAt };
}

function toTask(entry: Entry, now: Date) {
  const { id, title, clientName, student, note, placeDetails } = entry;
  const who = student || clientName;
  const what = [who && title, note || placeDetails].filter(Boolean);
  return {
    id,
    who: who || title,
    // A note is a sentence, so a colon comes before it.
    what: aLineOf(what.join(note ? ": " : ", ")),
    when: whenOf(entry, now),
  };
}
