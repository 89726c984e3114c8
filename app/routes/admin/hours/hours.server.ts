import { href, redirect } from "react-router";
import { randomUUID } from "node:crypto";
import type * as z from "zod/mini";
import type { Administrator, Owner } from "#app/features/auth/model.ts";
import { guardOf } from "#app/features/intake/model.ts";
import {
  dayInWords,
  weekInWords,
  daysInWords,
  type HoursState,
  readDayTimes,
  readWeek,
  type DayTimes,
  openSpans,
  upcomingHours,
} from "#app/features/services/hours.ts";
import {
  dayVersion,
  removeDay,
  saveDay,
  closeDays,
  addTerm,
  removeTerm,
  listTerms,
  holidaysAhead,
} from "#app/features/services/days.server.ts";
import {
  removeWeek,
  saveWeek,
  isUsualWeek,
  getHours,
  listedWeek,
  shownDay,
  shownWeek,
} from "#app/features/services/hours.server.ts";
import {
  singleDaySchema,
  weekSchema,
  termSchema,
  changedTimes,
} from "#app/features/services/hours-schema.ts";
import { getDb, type Db } from "#app/server/database/db.server.ts";
import {
  addDays,
  type Day,
  daysAndTimes,
  isDay,
  melbourneDay,
  startOfDay,
} from "#app/values/calendar.ts";
import type { FieldErrors } from "#app/values/rules.ts";
import {
  type ActionAnswer,
  answerForms,
  ownerAction,
} from "#app/routes/admin/form-actions.server.ts";
import { choicesFor, readChoices } from "#app/features/appointments/queries.server.ts";
import { addBlock } from "#app/features/appointments/book.server.ts";
import { entryLimits, titleOfAway, awaySchema, awaySpan } from "#app/features/diary/schema.ts";
import { keysIn, showOverlaps, listOverlaps } from "#app/features/diary/overlaps.server.ts";
import {
  callOff,
  undoCallOff,
  listUndoable,
  type Away,
  listAway,
} from "#app/features/appointments/away.server.ts";
import { cancelAppointment } from "#app/features/appointments/changes.server.tsx";
import { asOwner } from "#app/features/diary/model.ts";
import { countCharacters } from "#app/values/text.ts";
import { listWaiting } from "#app/features/waiting/commands.server.tsx";

/** `copy`, `add-monday`, `remove-monday-2`: without scripts these buttons change the typed times. */
const changeTimes = ownerAction<HoursState>({
  failure: "",
  run: async ({ values }) => ({ ok: false, values: changedTimes(values) ?? values, status: 200 }),
});

const weekPage = (week: string) => `${href("/admin/hours")}?${new URLSearchParams({ week })}`;

export const saveHours = answerForms<HoursState>(
  {
    "week-times": changeTimes,
    "day-times": changeTimes,
    week: ownerAction<HoursState, typeof weekSchema>({
      schema: weekSchema,
      failure: "Failed to save the hours.",
      async run({ db, by, input, values }) {
        const { serviceId, fromDay, untilDay, times: week } = input;
        const outcome = await saveWeek(db, by, {
          id: values.id || null,
          version: Number(values.version) || 0,
          input: { serviceId: serviceId || null, fromDay, untilDay, week },
          key: guardOf(values).key,
        });
        if (outcome.ok && !values.id) return redirect(weekPage(outcome.id), 303);
        if (outcome.ok) return { ok: true, message: "Hours saved." };
        if (outcome.reason === "not-found")
          return {
            ok: false,
            message: "These hours were removed meanwhile. Save them again to add them anew.",
            values: { ...values, version: "0" },
            status: 404,
          };
        if (outcome.reason === "invalid") return { ok: false, errors: outcome.errors };
        const { current } = outcome;
        return {
          ok: false,
          message: "Not saved: these hours were changed meanwhile.",
          detail: `Now they are: ${weekInWords(readWeek(current.week))}. ${saveAgain("them")}`,
          values: { ...values, version: String(current.version) },
        };
      },
    }),
    "remove-week": ownerAction({
      failure: "Failed to remove the hours.",
      async run({ db, by, values: { id = "", version } }) {
        const outcome = await removeWeek(db, by, { id, version: Number(version) || 0 });
        return outcome.ok ? redirect(href("/admin/hours"), 303) : notRemoved("these hours were");
      },
    }),
    day: ownerAction<HoursState, typeof singleDaySchema>({
      schema: singleDaySchema,
      failure: "Failed to save the day.",
      async run({ db, by, input: { day, note, times }, values }) {
        const hours = times[0]!;
        const { seen = "" } = values;
        const outcome = await saveDay(db, by, { seen, input: { day, hours, note } });
        if (outcome.ok)
          return {
            ok: true,
            message: "Day saved.",
            notice: await stillBooked(db, [{ day, hours }]),
          };
        if (outcome.reason === "invalid") return { ok: false, errors: outcome.errors };
        const { current } = outcome;
        const stands = current ? dayInWords(readDayTimes(current.hours)) : "as in its week";
        return {
          ok: false,
          message: "Not saved: this day was changed meanwhile.",
          detail: `Now it is: ${stands}. ${saveAgain("it")}`,
          values: { ...values, seen: current ? dayVersion(current) : "" },
        };
      },
    }),
    "remove-day": ownerAction({
      failure: "Failed to remove the day.",
      async run({ db, by, values: { day = "", seen = "" } }) {
        if (isDay(day) && !(await removeDay(db, by, { day, seen })).ok)
          return notRemoved("this day was");
        return { ok: true, message: "The usual hours count on that day again." };
      },
    }),
    "close-days": ownerAction({
      failure: "Failed to close these days.",
      /** Ignores ticked days that are not public holidays. */
      async run({ db, by, values }) {
        const ticked = new Set((values.closed ?? "").split("\n"));
        const holidays = holidaysAhead(melbourneDay(new Date())).filter(({ day }) =>
          ticked.has(day),
        );
        if (holidays.length === 0)
          return { ok: false, message: "Tick at least one day.", status: 422 };
        await closeDays(
          db,
          by,
          holidays.map(({ day, name }) => ({ day, note: name })),
        );
        const notice = await stillBooked(
          db,
          holidays.map(({ day }) => ({ day, hours: [] })),
        );
        return { ok: true, message: "Closed on these days.", notice };
      },
    }),
    term: ownerAction({
      schema: termSchema,
      failure: "Failed to add the term.",
      async run({ db, by, input: { termName, termFrom, termUntil }, values }) {
        const term = { name: termName, firstDay: termFrom, lastDay: termUntil };
        await addTerm(db, by, term, guardOf(values).key);
        return { ok: true, message: "Term added." };
      },
    }),
    "remove-term": ownerAction({
      failure: "Failed to remove the term.",
      async run({ db, by, values }) {
        await removeTerm(db, by, values.id ?? "");
        return { ok: true, message: "Term removed." };
      },
    }),
    away: ownerAction<HoursState, typeof awaySchema>({
      schema: awaySchema,
      failure: "Failed to add your time away.",
      run: addAway,
    }),
    "undo-away": ownerAction({
      failure: "Failed to undo it.",
      async run({ db, by, values }) {
        const result = await undoCallOff(db, by, values.id ?? "");
        if (result.ok) return { ok: true, message: "Undone: nothing is changed." };
        const status = result.reason === "not-found" ? 404 : 409;
        return { ok: false, message: notUndone[result.reason], status };
      },
    }),
    "remove-away": ownerAction({
      failure: "Failed to remove your time away.",
      /** One that is gone already counts as removed. */
      async run({ db, by, values: { id = "", version } }) {
        const seen = { id, version: Number(version) || 0 };
        const result = await cancelAppointment(db, asOwner(by), seen);
        if (!result.ok && result.reason !== "not-found") return notRemoved("it was");
        return { ok: true, message: "Time away removed." };
      },
    }),
  },
  (form) => (!form.has("times") ? "" : form.has("seen") ? "day-times" : "week-times"),
);

const saveAgain = (what: string) => `What you typed is still here; save again to replace ${what}.`;

const notRemoved = (what: string) => ({
  ok: false,
  message: `Not removed: ${what} changed meanwhile. Here is what stands now.`,
});

type AddedAway = {
  db: Db;
  by: Owner;
  input: z.output<typeof awaySchema>;
  values: Record<string, string>;
};

/** Over what is booked only once the owner has said that she is sure. */
async function addAway({ db, by, input, values }: AddedAway): Promise<ActionAnswer<HoursState>> {
  const { start, end } = awaySpan(input)!;
  const away = {
    kind: "away",
    title: input.awayTitle || titleOfAway,
    startsAt: start,
    endsAt: end,
    over: keysIn(values.over),
    key: guardOf(values).key,
  } as const;
  const added = { ok: true, message: "Time away added." };
  const chosen = readChoices(values.cancelled);
  const isCallingOff =
    values.sure === "cancel" && chosen.cancelled.length + chosen.moved.length > 0;
  const reason = (values.reason ?? "").trim();
  const isTooLong = isCallingOff && countCharacters(reason) > entryLimits.noteMax;
  if (isCallingOff && !isTooLong) {
    if ((await callOff(db, by, { away, ...chosen, reason })).ok)
      return { ...added, notice: "They get an email in ten minutes, unless you undo it." };
  }
  // What was chosen and has changed is shown as it stands now.
  const over = values.sure === "yes" ? away.over : [];
  const result = await addBlock(db, by, { ...away, over });
  if (result.ok) return added;
  const overlaps = showOverlaps(result.overlaps);
  const cancellable = await choicesFor(db, by, result.overlaps, end);
  // As with wrong fields the page says it all: a toast of a failure would lie over the button that answers.
  const errors: FieldErrors = isTooLong
    ? { reason: `Please keep it under ${entryLimits.noteMax} characters.` }
    : {};
  const message = isCallingOff && !isTooLong ? notCalledOff : undefined;
  return { ok: false, errors, message, overlaps, cancellable, status: isTooLong ? 422 : 409 };
}

const notCalledOff =
  "Nothing is changed yet: a session or a free time is no longer as shown. Here is how it stands.";

const notUndone = {
  "not-found": "This time away is gone.",
  late: "Not undone: the emails are on their way.",
  changed: "Not undone: some of it has been changed since.",
};

/** Bookings outside a day's hours stay, and the owner should know. */
async function stillBooked(
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

/** `?week`: whose form is open, `new` for a further one; the usual week without it. `?day`: the same of a day. */
export async function loadHours(url: string, by: Administrator) {
  const now = new Date();
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
  const isGone = named === undefined;
  const open = named ?? (isNew ? null : usual);
  const spans = away.map(({ startsAt, endsAt }) => ({ start: startsAt, end: endsAt }));
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
