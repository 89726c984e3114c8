import { href, Link } from "react-router";
import { AwaySection } from "#app/features/diary/admin/away-section.tsx";
import type { HoursState } from "#app/features/services/hours-words.ts";
import { reloadAfterAnswer } from "#app/ui/form-toasts.ts";
import { showAnswer } from "#app/ui/show-answer.ts";
import { useLatestAnswer } from "#app/ui/use-latest-answer.ts";
import { PageHead } from "#app/ui/admin/page.tsx";
import { currentAdministrator } from "#app/features/auth/session.server.ts";
import { load } from "#app/routes/admin/load.server.ts";
import { SingleDays, TermsSection, UpcomingHours, WaitingSection } from "./days.tsx";
import { WeekForm, RemoveWeek, WeekHeader } from "./week.tsx";
import type { Route } from "./+types/route";
import { saveHours, loadHours } from "./hours.server.ts";

export const handle = { title: "Hours" };

export function loader({ request, context }: Route.LoaderArgs) {
  const by = currentAdministrator(context);
  return load("Failed to load your hours.", () => loadHours(request.url, by));
}

export const action = saveHours;

export const clientAction = showAnswer<HoursState>;

export const shouldRevalidate = reloadAfterAnswer;

const besideClass = [
  "grid content-start gap-12 md:max-xl:grid-cols-2",
  "xl:border-l xl:border-line xl:pl-8",
].join(" ");

export default function OpeningHours({ loaderData: hours, actionData }: Route.ComponentProps) {
  const answer: HoursState | undefined = useLatestAnswer(actionData);
  const { weeks, isGone, services, today, formKey } = hours;
  const posted = (...intents: string[]) =>
    answer?.intent && intents.includes(answer.intent) ? answer : undefined;
  const typed = posted("week", "week-times");
  // What was typed for a week that is gone is no longer that week, and must not become the usual one.
  const isOrphan = isGone && typed?.ok === false;
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
      <div
        className={
          "mt-10 grid grid-cols-[minmax(0,1fr)] gap-x-8 gap-y-12 " +
          "xl:grid-cols-[minmax(0,36rem)_minmax(0,1fr)]"
        }
      >
        <section
          aria-labelledby="week-heading"
          className={`flex flex-col gap-5 ${isNew ? "xl:col-span-2" : ""}`}
        >
          <WeekHeader
            week={week}
            weeks={weeks}
            isNew={isNew}
            isGone={isGone && !isOrphan}
            answer={posted("week", "remove-week")}
          />
          <WeekForm
            key={`${week.id ?? "new"} ${week.version} ${isNew}`}
            week={week}
            services={services}
            formKey={formKey}
            posted={typed}
          />
          <RemoveWeek week={week} weeks={weeks} />
        </section>
        {!isNew && (
          <div className={besideClass}>
            <SingleDays
              days={hours.days}
              open={hours.day}
              today={today}
              holidays={hours.holidays}
              posted={posted("day", "day-times", "remove-day", "close-days")}
            />
            <AwaySection
              away={hours.away}
              formKey={formKey}
              today={today}
              posted={posted("away", "undo-away", "remove-away")}
            />
            <TermsSection
              terms={hours.terms}
              formKey={formKey}
              posted={posted("term", "remove-term")}
            />
            <WaitingSection waiting={hours.waiting} />
          </div>
        )}
      </div>
    </>
  );
}
