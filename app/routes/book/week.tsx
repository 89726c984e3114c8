import { data, redirect } from "react-router";
import { content } from "#app/content/content.ts";
import { freeWeekOf, mondayOf } from "#app/features/services/free-week.ts";
import {
  nameWithinCategory,
  serviceFacts,
  servicePriceText,
  categoryName,
  type Service,
} from "#app/features/services/model.ts";
import { WeekOfTimes } from "#app/features/services/week-of-times.tsx";
import {
  findService,
  listServices,
  readFreeStarts,
} from "#app/features/services/queries.server.ts";
import { getDb } from "#app/server/database/db.server.ts";
import { type FormState, parseForm, unknownOutcomeOf } from "#app/server/http/forms.server.ts";
import { addDays, melbourneDay, type Day, isDay, longDay } from "#app/values/calendar.ts";
import { isMelbourneTime, zoneWords } from "#app/features/services/times.ts";
import { ZoneField } from "#app/ui/zone-field.tsx";
import { GuardFields } from "#app/features/intake/form-guard.tsx";
import { guardOf } from "#app/features/intake/model.ts";
import { weekdayNames } from "#app/features/services/hours.ts";
import { partOfDayLabels } from "#app/features/waiting/model.ts";
import { ChoiceField, Field, SelectField } from "#app/ui/fields.tsx";
import { ErrorSummary, FormMessage } from "#app/ui/form-messages.tsx";
import { randomUUID } from "node:crypto";
import * as z from "zod/mini";
import { newFormToken } from "#app/features/intake/guard.server.ts";
import { receiveSubmission } from "#app/features/intake/intake.server.ts";
import { joinWaitingList } from "#app/features/waiting/commands.server.tsx";
import { type PartOfDay, timesOfDay } from "#app/server/database/enums.ts";
import { log } from "#app/server/log.server.ts";
import { zonedDay } from "#app/values/wall-clock.ts";
import { emailAddress, someOf, text } from "#app/values/rules.ts";
import { loadBooking } from "./load.server.ts";
import {
  AskInstead,
  BookPage,
  Notice,
  useIsFramed,
  NotShownPage,
  ZoneDetection,
} from "./parts.tsx";
import {
  readVisit,
  categoriesUrl,
  categoryUrl,
  startUrl,
  type WeekReason,
  weekReasons,
  weekUrl,
  type Visit,
} from "./visit.ts";
import type { Route } from "./+types/week";

export const meta = ({ loaderData }: Route.MetaArgs) => {
  const name = loaderData?.state === "found" ? loaderData.service.name : "Book a session";
  return [
    { title: `${name}: choose a time · ${content().site.brand}` },
    { name: "robots", content: "noindex, nofollow" },
  ];
};

export function loader({ request, params }: Route.LoaderArgs) {
  return loadBooking(async () => {
    const services = (await listServices(getDb())).filter(isOfCategory(params.category));
    const service = services.find(({ slug }) => slug === params.service);
    if (!service) return null;
    const visit = readVisit(request);
    const { searchParams } = new URL(request.url);
    const now = new Date();
    const today = melbourneDay(now);
    const days = { from: today, until: addDays(today, service.daysAhead) };
    const starts = await readFreeStarts(getDb(), service, days, now);
    const week = freeWeekOf(starts, searchParams.get("week"), visit.zone, now);
    const sorry = weekReasons.find((reason) => reason === searchParams.get("sorry"));
    // Not the place: only clients who have booked may see it.
    const { category, slug, name } = service;
    const facts = `${serviceFacts(service)} · ${servicePriceText(service)}`;
    const shown = { category, slug, name, facts };
    const lengths = services.map((one) => ({
      url: weekUrl(one, visit, { week: week.chosen ?? week.monday }),
      name: nameWithinCategory(one),
      facts: serviceFacts(one, false),
      price: servicePriceText(one),
      isShown: one === service,
    }));
    const isFull = starts.length === 0;
    const waits = searchParams.get("waits") === "yes";
    const waiting = isFull || week.nearest ? waitingFormOf(service, week.monday, now) : null;
    return { service: shown, lengths, visit, now, week, sorry, isFull, waits, waiting };
  });
}

export async function action({ request, params }: Route.ActionArgs) {
  const { data: asked, init } = await loadBooking(async () => {
    const service = await findService(getDb(), params.category, params.service);
    return service ? { service } : null;
  });
  if (asked.state !== "found") return data<FormState>({ ok: false }, init ?? 404);
  const week = new URL(request.url).searchParams.get("week");
  return answerWaiting(request, asked.service, readVisit(request), week);
}

const isOfCategory = (name: string) => (service: { category: string }) => service.category === name;

const reasons: Record<WeekReason, string> = {
  past: "That time is too close now, or has gone by. Here is what's still free.",
  outside: "I'm not taking bookings at that time. Here is what's free.",
  taken: "Somebody was a moment quicker. Here is what's still free.",
  link: "That link doesn't lead to a time. Please choose one here.",
};

export default function ChooseTime({ loaderData, actionData }: Route.ComponentProps) {
  const isFramed = useIsFramed();
  if (loaderData.state !== "found") return <NotShownPage {...loaderData} />;
  const { service, lengths, visit, now, week, sorry, isFull, waits, waiting } = loaderData;
  const { zone, zoneIs } = visit;
  const isOnly = lengths.length === 1;
  const back = isOnly
    ? { url: categoriesUrl(visit), name: "All sessions" }
    : { url: categoryUrl(service.category, visit), name: categoryName(service.category) };
  return (
    <BookPage
      {...(isFramed && isOnly ? { heading: "Choose a time" } : { heading: service.name, back })}
      intro={<p>{service.facts}</p>}
    >
      {zoneIs === "usual" && <ZoneDetection shows="times" />}
      {sorry && <Notice>{reasons[sorry]}</Notice>}
      {waits && <Notice>You're on my list: I'll email you when a time frees up.</Notice>}
      {zoneIs === "unknown" && (
        <Notice>I don't know that time zone, so these are Melbourne times.</Notice>
      )}
      {!isOnly && <Lengths lengths={lengths} />}
      {isFull ? (
        <>
          <p className="measure mt-8 text-lg">
            Everything I've opened is booked. Tell me which days suit you and I'll find us a time.
          </p>
          <AskInstead />
        </>
      ) : (
        <>
          <ZoneChoice
            zone={zone}
            week={week.monday}
            proof={visit.proof}
            now={week.days.flatMap(({ starts }) => starts)[0] ?? now}
          />
          <WeekOfTimes
            week={week}
            zone={zone}
            now={now}
            urlOf={(start) => startUrl(service, start, visit)}
            weekUrlOf={(day) => weekUrl(service, visit, { week: day })}
          />
        </>
      )}
      {waiting && !waits && <WaitingForm {...waiting} posted={actionData} />}
    </BookPage>
  );
}

const lengthsClass =
  "border-t border-line sm:grid sm:grid-cols-[repeat(auto-fit,minmax(10rem,1fr))] " +
  "sm:gap-2 sm:border-0";

const lengthClass =
  "flex min-h-12 items-center justify-between gap-x-3 border-l-4 px-3 py-1 " +
  "sm:rounded-sm sm:border";

type Length = { url: string; name: string; facts: string; price: string; isShown: boolean };

function Lengths({ lengths }: { lengths: readonly Length[] }) {
  return (
    <nav aria-label="Lengths" className="mt-6">
      <ul className={lengthsClass}>
        {lengths.map(({ url, name, facts, price, isShown }) => (
          <li key={url} className="border-b border-line sm:grid sm:border-0">
            <a
              href={url}
              aria-current={isShown ? "page" : undefined}
              className={`${lengthClass} ${
                isShown
                  ? "border-accent bg-raised font-semibold"
                  : "border-transparent hover:text-accent sm:border-line"
              }`}
            >
              <span>
                {name}
                {facts && <span className="block text-base font-normal text-soft">{facts}</span>}
              </span>{" "}
              <span className="whitespace-nowrap tabular-nums">{price}</span>
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}

/** Works without scripts: the page reloads with the zone in its URL. */
function ZoneChoice({
  zone,
  week,
  proof,
  now,
}: {
  zone: string;
  week: string;
  proof: string | null;
  now: Date;
}) {
  return (
    <details className="mt-3">
      <summary className="block w-fit cursor-pointer py-1 pointer-coarse:py-2.5">
        Times in <strong>{zoneWords(now, zone)}</strong> ·{" "}
        <span className="link">
          Change<span className="sr-only"> time zone</span>
        </span>
        {!isMelbourneTime(now, zone) && (
          <span className="block text-base text-soft">Melbourne time is below each.</span>
        )}
      </summary>
      <form className="mt-2 flex flex-wrap items-end gap-3">
        <input type="hidden" name="week" value={week} />
        {proof && <input type="hidden" name="proof" value={proof} />}
        <ZoneField zone={zone} />
        <button type="submit" className="button quiet">
          Show times there
        </button>
      </form>
    </details>
  );
}

function WaitingForm({
  days: { from, until },
  last,
  guard,
  posted,
}: {
  days: { from: Day; until: Day };
  last: Day;
  guard: { token: string; key: string };
  posted: FormState | undefined;
}) {
  const { values = {}, errors = {}, message } = posted ?? {};
  // The first form's key detects a repetition; its token's age shows a person.
  const given = guardOf(values);
  const chosen = values.weekdays?.split("\n") ?? weekdayNames;
  return (
    <details open={posted !== undefined} className="mt-8 max-w-md">
      <summary className="link w-fit cursor-pointer py-2.5">Tell me when one frees up</summary>
      <form id="waiting" method="post" className="mt-4 flex flex-col gap-5">
        {Object.keys(errors).length > 0 && <ErrorSummary errors={errors} />}
        {message && <FormMessage ok={false}>{message}</FormMessage>}
        <GuardFields form="waiting" given={given.key ? given : guard} />
        <Field
          name="email"
          label="Email"
          type="email"
          autoComplete="email"
          maxLength={254}
          hint="At most one email a day, and each has a link to stop them."
          defaultValue={values.email}
          error={errors.email}
        />
        <ChoiceField
          name="weekdays"
          legend="Days"
          several
          options={weekdayNames}
          chosen={chosen}
          error={errors.weekdays}
        />
        <SelectField
          name="timeOfDay"
          label="Time of day"
          options={partOfDayLabels}
          defaultValue={values.timeOfDay}
          error={errors.timeOfDay}
        />
        <Field
          name="until"
          type="date"
          label="Until"
          min={from}
          max={until}
          defaultValue={values.until ?? last}
          error={errors.until}
        />
        <button type="submit" className="button self-start">
          Tell me
        </button>
      </form>
    </details>
  );
}

/** The first and last day to wait for, from this week on. */
function daysOf({ daysAhead }: Service, monday: Day, now: Date) {
  const today = melbourneDay(now);
  return { from: monday > today ? monday : today, until: addDays(today, daysAhead) };
}

/** Null for a week that can't be booked yet. */
function waitingFormOf(service: Service, monday: Day, now: Date) {
  const days = daysOf(service, monday, now);
  if (days.from > days.until) return null;
  const sunday = addDays(monday, 6);
  const last = sunday < days.until ? sunday : days.until;
  return { days, last, guard: { token: newFormToken(now), key: randomUUID() } };
}

async function answerWaiting(
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
