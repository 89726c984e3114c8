import { href, Link } from "react-router";
import { AwaySection } from "#app/features/diary/admin/away-section.tsx";
import type { HoursState, ShownWeek, ListedWeek } from "#app/features/services/hours-words.ts";
import { reloadAfterAnswer } from "#app/ui/form-toasts.ts";
import { showAnswer } from "#app/ui/show-answer.ts";
import { useLatestAnswer } from "#app/ui/use-latest-answer.ts";
import { PageHead } from "#app/ui/admin/page.tsx";
import { currentAdministrator } from "#app/features/auth/session.server.ts";
import { load } from "#app/routes/admin/load.server.ts";
import { useAccess } from "#app/ui/admin/access.tsx";
import { FormFailure, FormMessage } from "#app/ui/form-messages.tsx";
import { ConfirmedAction } from "#app/ui/confirmed-action.tsx";
import { Tabs } from "#app/ui/admin/tabs.tsx";
import { SingleDays, TermsSection, UpcomingHours, WaitingSection } from "./days.tsx";
import { WeekForm } from "./week.tsx";
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

const weekPage = (week: string) => `${href("/admin/hours")}?${new URLSearchParams({ week })}`;

type WeekHeaderProps = {
  week: ShownWeek;
  weeks: readonly ListedWeek[];
  isNew: boolean;
  /** The requested hours were removed. */
  isGone: boolean;
  answer: HoursState | undefined;
};

function WeekHeader({ week, weeks, isNew, isGone, answer }: WeekHeaderProps) {
  const listed = weeks.map(({ id, name, isUsual }) => ({
    name,
    to: isUsual ? href("/admin/hours") : weekPage(id),
    isShown: id === week.id,
  }));
  const usual = {
    name: "Usual week",
    to: href("/admin/hours"),
    isShown: week.id === null && !isNew,
  };
  const { mayChange } = useAccess();
  const hasUsual = weeks.some(({ isUsual }) => isUsual);
  const added = isNew ? [{ name: "Other hours", to: weekPage("new"), isShown: true }] : [];
  const tabs = [...(hasUsual ? [] : [usual]), ...listed, ...added];
  return (
    <>
      <div className="flex flex-wrap items-baseline justify-between gap-x-6">
        <h2 id="week-heading" className="display-3">
          Weekly hours
        </h2>
        {!isNew && mayChange && (
          <Link to={weekPage("new")} className="link tall leading-tight" preventScrollReset>
            Add other hours
          </Link>
        )}
      </div>
      <div className="-my-3">
        <Tabs label="Weeks" tabs={tabs} preventScrollReset />
      </div>
      {isGone && (
        <p role="status" className="border-l-4 border-brass bg-raised p-4">
          Those hours have been removed. Here is your usual week.
        </p>
      )}
      {answer?.ok && answer.message && (
        <FormMessage key={answer.message} ok>
          {answer.message}
        </FormMessage>
      )}
      {answer?.intent === "remove-week" && <FormFailure state={answer} />}
      <p className="text-soft">
        {week.isUsual
          ? "For all services, unless one has hours of its own."
          : "For one service, or for certain days such as holidays."}
      </p>
    </>
  );
}

type RemoveWeekProps = Pick<WeekHeaderProps, "week" | "weeks">;

function RemoveWeek({ week, weeks }: RemoveWeekProps) {
  const open = weeks.find(({ id }) => id === week.id);
  if (!open || open.isUsual) return null;
  return (
    <div>
      <ConfirmedAction
        id="remove-week"
        label="Remove these hours"
        className="link cursor-pointer py-2 text-danger!"
        question={`Remove the hours "${open.name}"?`}
        yes="Remove"
        loading="Removing these hours..."
        done="Hours removed."
        values={{ intent: "remove-week", id: open.id, version: week.version }}
      >
        <p>What they were for follows your other hours again. Appointments stay booked.</p>
      </ConfirmedAction>
    </div>
  );
}
