import { data, href, redirect } from "react-router";
import { randomUUID } from "node:crypto";
import type { Administrator } from "#app/features/auth/model.ts";
import { guardOf } from "#app/features/intake/model.ts";
import {
  dayInWords,
  type HoursIntent,
  hoursToasts,
  weekInWords,
  daysInWords,
  type HoursState,
} from "#app/features/services/hours-words.ts";
import {
  dayVersion,
  removeDay,
  saveDay,
  closeDays,
  addTerm,
  removeTerm,
  listTerms,
} from "#app/features/services/days.server.ts";
import { readDayTimes, readWeek, type DayTimes, openSpans } from "#app/features/services/hours.ts";
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
import { parseForm, readForm, unknownOutcomeOf } from "#app/server/http/forms.server.ts";
import { log } from "#app/server/log.server.ts";
import { isDay, melbourneDay, addDays, type Day, startOfDay } from "#app/values/calendar.ts";
import { formValues } from "#app/values/rules.ts";
import { addBlock } from "#app/features/diary/book.server.ts";
import { entryLimits, titleOfAway } from "#app/features/diary/admin/schema.ts";
import {
  keysIn,
  overlapsInWords,
  showOverlaps,
  listOverlaps,
} from "#app/features/diary/overlaps.server.ts";
import { awaySchema, awaySpan } from "#app/features/diary/away-schema.ts";
import {
  callOff,
  canBeCalledOff,
  undoCallOff,
  listUndoable,
  type Away,
  listAway,
} from "#app/features/diary/away.server.ts";
import { cancelAppointment } from "#app/features/diary/changes.server.ts";
import { asOwner } from "#app/features/diary/model.ts";
import { countCharacters } from "#app/values/text.ts";
import { isUuid } from "#app/values/uuid.ts";
import { holidaysAhead } from "#app/features/services/public-holidays.ts";
import { upcomingHours } from "#app/features/services/upcoming.ts";
import { listWaiting } from "#app/features/waiting/commands.server.ts";
import { daysAndTimes } from "#app/values/whole-days.ts";

type Posted = { request: Request; values: Record<string, string>; by: Administrator };

const reply = (of: HoursIntent, state: HoursState, status = 200) =>
  data<HoursState>({ ...state, of }, status);

async function postWeek({ request, values, by }: Posted) {
  const form = await parseForm(request, weekSchema);
  if (!form.ok) return reply("week", { ...form.reply.data, version: values.version }, 422);
  const { serviceId, fromDay, untilDay, times: week } = form.value;
  const version = Number(values.version) || 0;
  const outcome = await saveWeek(getDb(), by, {
    id: values.id || null,
    version,
    input: { serviceId: serviceId || null, fromDay, untilDay, week },
    key: guardOf(values).key,
  });
  if (outcome.ok && !values.id) return redirect(weekPage(outcome.id), 303);
  if (outcome.ok) return reply("week", { ok: true, message: hoursToasts.week.success.title });
  if (outcome.reason === "not-found")
    return reply("week", { ok: false, message: goneMessage, values }, 404);
  if (outcome.reason === "invalid")
    return reply("week", { ok: false, errors: outcome.errors, values, version }, 422);
  const stands = weekInWords(readWeek(outcome.current.week));
  const message = "Not saved: these hours were changed meanwhile.";
  const detail = `Now they are: ${stands}. What you typed is still here; save again to replace them.`;
  return reply(
    "week",
    { ok: false, message, detail, values, version: outcome.current.version },
    409,
  );
}

const goneMessage = "These hours were removed meanwhile. Save them again to add them anew.";

const weekPage = (week: string) => `${href("/admin/hours")}?${new URLSearchParams({ week })}`;

async function postWeekRemoval({ values, by }: Posted) {
  const { id = "", version } = values;
  const outcome = await removeWeek(getDb(), by, { id, version: Number(version) || 0 });
  if (outcome.ok) return redirect(href("/admin/hours"), 303);
  const message = "Not removed: these hours were changed meanwhile. Here is what stands now.";
  return reply("remove-week", { ok: false, message }, 409);
}

async function postDay({ request, values, by }: Posted) {
  const form = await parseForm(request, singleDaySchema);
  const { seen = "" } = values;
  if (!form.ok) return reply("day", { ...form.reply.data, version: seen }, 422);
  const { day, note, times } = form.value;
  const hours = times[0]!;
  const outcome = await saveDay(getDb(), by, { seen, input: { day, hours, note } });
  if (outcome.ok) {
    const notice = await stillBooked(getDb(), [{ day, hours }]);
    return reply("day", { ok: true, message: hoursToasts.day.success.title, notice });
  }
  if (outcome.reason === "invalid")
    return reply("day", { ok: false, errors: outcome.errors, values, version: seen }, 422);
  const { current } = outcome;
  const stands = current ? dayInWords(readDayTimes(current.hours)) : "as in its week";
  const message = "Not saved: this day was changed meanwhile.";
  const detail = `Now it is: ${stands}. What you typed is still here; save again to replace it.`;
  const version = current ? dayVersion(current) : "";
  return reply("day", { ok: false, message, detail, values, version }, 409);
}

async function postDayRemoval({ values, by }: Posted) {
  const { day = "", seen = "" } = values;
  const outcome = isDay(day) ? await removeDay(getDb(), by, { day, seen }) : { ok: true as const };
  const message = outcome.ok
    ? hoursToasts["remove-day"].success.title
    : "Not removed: this day was changed meanwhile. Here is what stands now.";
  return reply("remove-day", { ok: outcome.ok, message }, outcome.ok ? 200 : 409);
}

const hoursActions: Readonly<
  Record<HoursIntent, (posted: Posted) => Promise<ReturnType<typeof reply> | Response>>
> = {
  week: postWeek,
  "remove-week": postWeekRemoval,
  day: postDay,
  "remove-day": postDayRemoval,
  "close-days": closeHolidays,
  term: postTerm,
  "remove-term": postTermRemoval,
  away: addAway,
  "undo-away": undoAway,
  "remove-away": removeAway,
};

export async function saveHours(request: Request, by: Administrator) {
  const form = await readForm(request);
  const values = Object.fromEntries(
    Object.entries(formValues(form)).map(([name, value]) => [name, [value].flat().join("\n")]),
  );
  const changed = changedTimes(values);
  const isDayForm = values.id === undefined && values.seen !== undefined;
  if (changed)
    return reply(isDayForm ? "day" : "week", {
      ok: false,
      values: changed,
      version: values.version ?? values.seen,
    });
  const intent = values.intent ?? "";
  if (!Object.hasOwn(hoursActions, intent))
    return reply("week", { ok: false, message: "Choose an action." }, 400);
  const of = intent as HoursIntent;
  try {
    return await hoursActions[of]({ request, values, by });
  } catch (error) {
    if (error instanceof Response) throw error;
    log.error({ err: error }, "hours not saved");
    const message = hoursToasts[of].failure.title;
    const version = values.version ?? values.seen;
    return reply(of, { ok: false, message, values, version, ...unknownOutcomeOf(error) }, 503);
  }
}

/** Over what is booked only once the owner has said that she is sure. */
async function addAway({ request, values, by }: Posted) {
  const of = "away";
  const form = await parseForm(request, awaySchema);
  if (!form.ok) return data<HoursState>({ ...form.reply.data, of }, 422);
  const { start, end } = awaySpan(form.value)!;
  const away = {
    kind: "away",
    title: form.value.awayTitle || titleOfAway,
    startsAt: start,
    endsAt: end,
    over: keysIn(values.over),
    key: guardOf(values).key,
  } as const;
  const added = { ok: true, message: hoursToasts.away.success.title, of } as const;
  const cancelled = entriesTicked(values.cancelled);
  const isCallingOff = values.sure === "cancel" && cancelled.length > 0;
  const reason = (values.reason ?? "").trim();
  const isTooLong = isCallingOff && countCharacters(reason) > entryLimits.noteMax;
  if (isCallingOff && !isTooLong) {
    if ((await callOff(getDb(), by, { away, cancelled, moved: [], reason })).ok)
      return data<HoursState>({
        ...added,
        notice: "Those cancelled get an email in ten minutes, unless you undo it.",
      });
  }
  // What was ticked and has changed is shown as it stands now.
  const over = values.sure === "yes" ? away.over : [];
  const result = await addBlock(getDb(), by, { ...away, over });
  if (result.ok) return data<HoursState>(added);
  const overlaps = showOverlaps(result.overlaps);
  const cancellable = result.overlaps.flatMap((overlap) =>
    overlap.entry && canBeCalledOff(overlap.entry)
      ? {
          value: `${overlap.entry.id} ${overlap.entry.version}`,
          label: overlapsInWords([overlap])[0]!,
        }
      : [],
  );
  // As with wrong fields the page says it all: a toast of a failure would lie over the button that answers.
  const errors = isTooLong
    ? { reason: `Please keep it under ${entryLimits.noteMax} characters.` }
    : {};
  return data<HoursState>(
    { ok: false, errors, overlaps, cancellable, values, of },
    isTooLong ? 422 : 409,
  );
}

/** `id version`, one a line. */
const entriesTicked = (typed = "") =>
  typed.split("\n").flatMap((line) => {
    const [id = "", version] = line.split(" ");
    return isUuid(id) ? { id, version: Number(version) || 0 } : [];
  });

const notUndone = {
  "not-found": "This time away is gone.",
  late: "Not undone: the emails are on their way.",
  changed: "Not undone: some of what was cancelled has been changed since.",
};

async function undoAway({ values, by }: Posted) {
  const of = "undo-away";
  const result = await undoCallOff(getDb(), by, values.id ?? "");
  if (result.ok) return data<HoursState>({ ok: true, message: hoursToasts[of].success.title, of });
  const status = result.reason === "not-found" ? 404 : 409;
  return data<HoursState>({ ok: false, message: notUndone[result.reason], of }, status);
}

/** One that is gone already counts as removed. */
async function removeAway({ values, by }: Posted) {
  const of = "remove-away";
  const { id = "", version } = values;
  const result = await cancelAppointment(getDb(), asOwner(by), {
    id,
    version: Number(version) || 0,
  });
  if (result.ok || result.reason === "not-found")
    return data<HoursState>({ ok: true, message: hoursToasts[of].success.title, of });
  const message = "Not removed: it was changed meanwhile. Here is what stands now.";
  return data<HoursState>({ ok: false, message, of }, 409);
}

/** Ignores ticked days that are not public holidays. */
async function closeHolidays({ values, by }: Posted) {
  const ticked = new Set((values.closed ?? "").split("\n"));
  const holidays = holidaysAhead(melbourneDay(new Date())).filter(({ day }) => ticked.has(day));
  const closed = holidays.map(({ day, name }) => ({ day, note: name }));
  if (closed.length === 0) {
    const refusal = { ok: false, message: "Tick at least one day.", of: "close-days" } as const;
    return data<HoursState>(refusal, 422);
  }
  await closeDays(getDb(), by, closed);
  const notice = await stillBooked(
    getDb(),
    closed.map(({ day }) => ({ day, hours: [] })),
  );
  const message = hoursToasts["close-days"].success.title;
  return data<HoursState>({ ok: true, message, notice, of: "close-days" });
}

async function postTerm({ request, values, by }: Posted) {
  const form = await parseForm(request, termSchema);
  if (!form.ok) return data<HoursState>({ ...form.reply.data, of: "term" }, 422);
  const { termName, termFrom, termUntil } = form.value;
  const term = { name: termName, firstDay: termFrom, lastDay: termUntil };
  await addTerm(getDb(), by, term, guardOf(values).key);
  return data<HoursState>({ ok: true, message: hoursToasts.term.success.title, of: "term" });
}

/** An already removed term counts as removed. */
async function postTermRemoval({ values, by }: Posted) {
  await removeTerm(getDb(), by, values.id ?? "");
  const message = hoursToasts["remove-term"].success.title;
  return data<HoursState>({ ok: true, message, of: "remove-term" });
}

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
