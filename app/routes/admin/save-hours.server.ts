import { data, href, redirect } from "react-router";
import type { Administrator } from "#app/features/auth/model.ts";
import { guardOf } from "#app/features/intake/model.ts";
import type { HoursState } from "#app/features/services/admin/hours-state.ts";
import { dayVersion, removeDay, saveDay } from "#app/features/services/days-commands.server.ts";
import { readDayTimes, readWeek } from "#app/features/services/hours.ts";
import { removeWeek, saveWeek } from "#app/features/services/hours-commands.server.ts";
import { singleDaySchema, weekSchema } from "#app/features/services/hours-schema.ts";
import {
  dayInWords,
  type HoursIntent,
  hoursToasts,
  weekInWords,
} from "#app/features/services/hours-words.ts";
import { changedTimes } from "#app/features/services/typed-times.ts";
import { getDb } from "#app/server/database/db.server.ts";
import { parseForm, readForm, unknownOutcomeOf } from "#app/server/http/forms.server.ts";
import { log } from "#app/server/log.server.ts";
import { isDay } from "#app/values/calendar.ts";
import { formValues } from "#app/values/rules.ts";
import { addAway, removeAway, undoAway } from "./save-away.server.ts";
import { closeHolidays, postTerm, postTermRemoval } from "./save-terms.server.ts";
import { stillBooked } from "./still-booked.server.ts";

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
