import { data } from "react-router";
import { content } from "#app/content/content.ts";
import { freeWeekOf } from "#app/features/services/free-week.ts";
import { categoryLabels } from "#app/features/services/labels.ts";
import { serviceFacts, servicePriceText } from "#app/features/services/booking-labels.ts";
import { WeekOfTimes } from "#app/features/services/week-of-times.tsx";
import {
  findService,
  listServices,
  readFreeStarts,
} from "#app/features/services/queries.server.ts";
import { getDb } from "#app/server/database/db.server.ts";
import type { FormState } from "#app/server/http/forms.server.ts";
import { addDays, melbourneDay } from "#app/values/calendar.ts";
import type { Route } from "./+types/week";
import { answerWaiting, waitingFormOf } from "./answer-waiting.server.ts";
import { loadBooking } from "./load.server.ts";
import { NotShownPage } from "./not-shown.tsx";
import { AskInstead, BookPage, Notice, useIsFramed } from "./parts.tsx";
import {
  readVisit,
  categoriesUrl,
  categoryUrl,
  startUrl,
  type WeekReason,
  weekReasons,
  weekUrl,
} from "./visit.ts";
import { WaitingForm } from "./waiting-form.tsx";
import { ZoneChoice } from "./zone-choice.tsx";
import { ZoneDetection } from "./zone-detection.tsx";

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
    const isFull = starts.length === 0;
    const waits = searchParams.get("waits") === "yes";
    const waiting = isFull || week.nearest ? waitingFormOf(service, week.monday, now) : null;
    const isOnly = services.length === 1;
    return { service: shown, isOnly, visit, now, week, sorry, isFull, waits, waiting };
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
  const { service, isOnly, visit, now, week, sorry, isFull, waits, waiting } = loaderData;
  const { zone, zoneIs } = visit;
  const back = isOnly
    ? { url: categoriesUrl(visit), name: "All sessions" }
    : { url: categoryUrl(service.category, visit), name: categoryLabels[service.category] };
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
