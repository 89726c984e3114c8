import { data, href, Link, useNavigation } from "react-router";
import { AwaySection } from "#app/features/diary/admin/away-section.tsx";
import {
  type HoursIntent,
  hoursToasts,
  type HoursState,
} from "#app/features/services/hours-words.ts";
import { log } from "#app/server/log.server.ts";
import { LoadFailed } from "#app/ui/empty-list.tsx";
import { reloadAfterAnswer, withToasts } from "#app/ui/form-toasts.ts";
import { useLatestAnswer } from "#app/ui/use-latest-answer.ts";
import { PageHead } from "#app/ui/admin/page.tsx";
import { currentAdministrator } from "#app/features/auth/session.server.ts";
import { SingleDays, TermsSection, UpcomingHours, WaitingSection } from "./days.tsx";
import { WeekForm, RemoveWeek, WeekHeader } from "./week.tsx";
import type { Route } from "./+types/route";
import { saveHours, loadHours } from "./hours.server.ts";

export const handle = { title: "Hours" };

export async function loader({ request, context }: Route.LoaderArgs) {
  const by = currentAdministrator(context);
  try {
    return data({ hours: await loadHours(request.url, by) });
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    log.error({ err: error }, "hours not loaded");
    return data({ hours: null }, 503);
  }
}

export function action({ request, context }: Route.ActionArgs) {
  return saveHours(request, currentAdministrator(context));
}

export async function clientAction({ request, serverAction }: Route.ClientActionArgs) {
  const form = await request.clone().formData();
  const intent = String(form.get("intent"));
  const toasts = hoursToasts[Object.hasOwn(hoursToasts, intent) ? (intent as HoursIntent) : "week"];
  return withToasts<HoursState>(serverAction, toasts, String(form.get("id") ?? ""));
}

export const shouldRevalidate = reloadAfterAnswer;

const besideClass = [
  "grid content-start gap-12 md:max-xl:grid-cols-2",
  "xl:border-l xl:border-line xl:pl-8",
].join(" ");

export default function OpeningHours({ loaderData: { hours }, actionData }: Route.ComponentProps) {
  const busy = useNavigation().state !== "idle";
  const answer: HoursState | undefined = useLatestAnswer(actionData);
  if (!hours)
    return <LoadFailed href={href("/admin/hours")}>Failed to load your hours.</LoadFailed>;
  const { weeks, isGone, services, today, formKey } = hours;
  const posted = (...of: HoursIntent[]) =>
    answer?.of && of.includes(answer.of) ? answer : undefined;
  const ofWeek = posted("week", "remove-week");
  // What was typed for a week that is gone is no longer that week, and must not become the usual one.
  const isOrphan = isGone && answer?.of === "week" && !answer.ok && answer.values !== undefined;
  const isNew = hours.isNew || isOrphan;
  const week = isOrphan ? hours.newWeek : hours.week;
  return (
    <>
      <PageHead title="Hours">
        <Link className="link tall" to={href("/admin/services")}>
          Services
        </Link>
        <Link className="link tall" to={href("/admin/calendar")}>
          Calendars
        </Link>
        <a className="link tall" href={href("/book")}>
          See your booking pages
        </a>
      </PageHead>
      {!isNew && <UpcomingHours days={hours.upcoming} today={today} samples={hours.samples} />}
      <div className="mt-10 grid gap-x-8 gap-y-12 xl:grid-cols-[minmax(0,36rem)_minmax(0,1fr)]">
        <section
          aria-labelledby="week-heading"
          className={`flex flex-col gap-5 ${isNew ? "xl:col-span-2" : ""}`}
        >
          <WeekHeader
            week={week}
            weeks={weeks}
            isNew={isNew}
            isGone={isGone && !isOrphan}
            answer={ofWeek}
          />
          <WeekForm
            key={`${week.id ?? "new"} ${week.version} ${isNew}`}
            week={week}
            services={services}
            formKey={formKey}
            posted={posted("week") && !answer?.ok ? answer : undefined}
            busy={busy}
          />
          <RemoveWeek week={week} weeks={weeks} busy={busy} />
        </section>
        {!isNew && (
          <div className={besideClass}>
            <SingleDays
              days={hours.days}
              open={hours.day}
              today={today}
              holidays={hours.holidays}
              posted={posted("day", "remove-day", "close-days")}
              busy={busy}
            />
            <AwaySection
              away={hours.away}
              formKey={formKey}
              today={today}
              posted={posted("away", "undo-away", "remove-away")}
              busy={busy}
            />
            <TermsSection
              terms={hours.terms}
              formKey={formKey}
              posted={posted("term", "remove-term")}
              busy={busy}
            />
            <WaitingSection waiting={hours.waiting} />
          </div>
        )}
      </div>
    </>
  );
}
