import { randomUUID } from "node:crypto";
import { data, redirect } from "react-router";
import * as z from "zod/mini";
import { newFormToken } from "#app/features/intake/guard.server.ts";
import { receiveSubmission } from "#app/features/intake/intake.server.ts";
import type { Service } from "#app/features/services/model.ts";
import { mondayOf } from "#app/features/services/free-week.ts";
import { joinWaitingList } from "#app/features/waiting/commands.server.ts";
import { type PartOfDay, timesOfDay } from "#app/server/database/enums.ts";
import { getDb } from "#app/server/database/db.server.ts";
import { type FormState, parseForm, unknownOutcomeOf } from "#app/server/http/forms.server.ts";
import { log } from "#app/server/log.server.ts";
import { addDays, type Day, isDay, melbourneDay, longDay } from "#app/values/calendar.ts";
import { zonedDay } from "#app/values/wall-clock.ts";
import { weekdayNames } from "#app/features/services/hours-words.ts";
import { emailAddress, someOf, text } from "#app/values/rules.ts";
import { type Visit, weekUrl } from "./visit.ts";

/** The first and last day to wait for, from this week on. */
function daysOf({ daysAhead }: Service, monday: Day, now: Date) {
  const today = melbourneDay(now);
  return { from: monday > today ? monday : today, until: addDays(today, daysAhead) };
}

/** Null for a week that can't be booked yet. */
export function waitingFormOf(service: Service, monday: Day, now: Date) {
  const days = daysOf(service, monday, now);
  if (days.from > days.until) return null;
  const sunday = addDays(monday, 6);
  const last = sunday < days.until ? sunday : days.until;
  return { days, last, guard: { token: newFormToken(now), key: randomUUID() } };
}

export async function answerWaiting(
  request: Request,
  service: Service,
  visit: Visit,
  week: string | null,
) {
  const now = new Date();
  const monday = mondayOf(week !== null && isDay(week) ? week : zonedDay(now, visit.zone));
  const { from, until } = daysOf(service, monday, now);
  const posted = await parseForm(request, waitingSchema({ from, until }));
  if (!posted.ok) return posted.reply;
  const { value, values } = posted;
  const { email, weekdays, timeOfDay } = value;
  const wish = { email, weekdays, timeOfDay: timeOfDay as PartOfDay, zone: visit.zone };
  const answer = (state: Partial<FormState>, status: number, headers?: HeadersInit) =>
    data<FormState>({ ok: false, values, ...state }, { status, ...(headers && { headers }) });
  try {
    const submission = {
      request,
      form: "waiting",
      kind: "page",
      raw: values,
      value: { ...value, service: service.id },
    } as const;
    const result = await receiveSubmission(getDb(), submission, (tx, _, info) =>
      joinWaitingList(tx, { ...wish, service, fromDay: from, untilDay: value.until }, info),
    );
    if (result.is === "limited")
      return answer({ message: tooMany }, 429, { "Retry-After": String(result.seconds) });
    return redirect(weekUrl(service, visit, { week: monday, waits: "yes" }), 303);
  } catch (error) {
    log.error({ err: error }, "wish for a time not stored");
    return answer({ message: notStored, ...unknownOutcomeOf(error) }, 503);
  }
}

const tooMany = "Too many forms in a short time. Please wait a little and send it again.";
const notStored = "That didn't reach me. Please try again in a moment.";

const waitingSchema = ({ from, until }: { from: Day; until: Day }) =>
  z.object({
    email: emailAddress("Please enter a valid email address."),
    weekdays: someOf(weekdayNames, "Choose at least one day."),
    timeOfDay: z.enum(timesOfDay, "Choose a time of day."),
    until: text().check(
      z.refine(
        (typed) => isDay(typed) && typed >= from && typed <= until,
        `Choose a day from ${longDay(from)} to ${longDay(until)}.`,
      ),
    ),
  });
