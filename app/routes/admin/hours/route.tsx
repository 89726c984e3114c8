import { href, Link, Form } from "react-router";
import { AwaySection, SingleDays } from "./days.tsx";
import type {
  HoursState,
  ShownWeek,
  ListedWeek,
  UpcomingDay,
} from "#app/features/services/hours.ts";
import { reloadAfterAnswer } from "#app/ui/form-toasts.ts";
import { showAnswer } from "#app/ui/show-answer.ts";
import { useLatestAnswer } from "#app/ui/use-latest-answer.ts";
import { PageHead } from "#app/ui/admin/page.tsx";
import { currentAdministrator } from "#app/features/auth/session.server.ts";
import { load } from "#app/routes/admin/load.server.ts";
import { useAccess } from "#app/ui/admin/access.tsx";
import { FormFailure, FormSuccess } from "#app/ui/form-messages.tsx";
import { ConfirmedAction } from "#app/ui/confirmed-action.tsx";
import { Tabs } from "#app/ui/admin/tabs.tsx";
import type { ShownWaiting } from "#app/features/waiting/commands.server.tsx";
import { Field } from "#app/ui/fields.tsx";
import { FoldedForm } from "#app/ui/admin/folded.tsx";
import { termSchema } from "#app/features/services/hours-schema.ts";
import { guardNames } from "#app/features/intake/model.ts";
import { SubmitButton, usePostedForm } from "#app/ui/admin/form.tsx";
import { OnDay } from "#app/ui/admin/when.tsx";
import type { Day } from "#app/values/calendar.ts";
import { allOf } from "#app/values/wording.ts";
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

const besideClass =
  "grid content-start gap-12 md:max-xl:grid-cols-2 xl:border-l xl:border-line xl:pl-8";

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
      <FormSuccess state={answer} />
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

function WaitingSection({ waiting }: { waiting: readonly ShownWaiting[] }) {
  if (waiting.length === 0) return null;
  return (
    <section aria-labelledby="waiting-heading" className="flex flex-col gap-4">
      <h2 id="waiting-heading" className="display-3">
        Waiting for a time
      </h2>
      <p className="text-soft">Each gets an email when a time comes free, from 9 am to 8 pm.</p>
      <ul>
        {waiting.map(({ id, email, wish }) => (
          <li key={id} className="border-t border-line py-2 wrap-anywhere">
            <Link className="link tall" to={href("/admin/clients/:email", { email })}>
              {email}
            </Link>
            <span className="block text-soft">{wish}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** `when`: `Wed 28 Jan to Thu 2 Apr`. */
type ShownTerm = { id: string; name: string; when: string };

type TermsProps = {
  terms: readonly ShownTerm[];
  formKey: string;
  posted: HoursState | undefined;
};

function TermsSection({ terms, formKey, posted }: TermsProps) {
  const refused = posted?.intent === "term" && !posted.ok ? posted : undefined;
  return (
    <section id="terms" aria-labelledby="terms-heading" className="flex scroll-mt-8 flex-col gap-4">
      <h2 id="terms-heading" className="display-3">
        Terms
      </h2>
      <p className="text-soft">Lessons can repeat to the end of one. Nobody else sees them.</p>
      <FormSuccess state={posted} />
      <ul className="empty:hidden">
        {terms.map(({ id, name, when }) => (
          <li key={id} className="flex flex-wrap items-baseline gap-x-4 border-t border-line py-2">
            <p className="min-w-0 grow wrap-anywhere">
              <span className="font-semibold">{name}</span> {when}
            </p>
            <ConfirmedAction
              id={`remove-${id}`}
              label="Remove"
              describes={name}
              className="link cursor-pointer py-2"
              question={`Remove ${name}?`}
              yes="Remove"
              loading="Removing the term..."
              values={{ intent: "remove-term", id }}
            >
              <p>The lessons that were made to its end stay.</p>
            </ConfirmedAction>
          </li>
        ))}
      </ul>
      <FoldedForm key={terms.length} label="Add a term" isOpen={refused !== undefined}>
        <TermForm formKey={formKey} posted={refused} />
      </FoldedForm>
    </section>
  );
}

function TermForm({ formKey, posted }: Omit<TermsProps, "terms">) {
  const { form, values, summary, field } = usePostedForm(termSchema, posted);
  return (
    <Form data-loading="Adding the term..." className="flex flex-col gap-3" {...form}>
      {summary}
      <FormFailure state={posted} />
      <input type="hidden" name="intent" value="term" />
      <input type="hidden" name={guardNames.key} value={values?.[guardNames.key] ?? formKey} />
      <Field {...field("termName")} label="Name" hint="Such as Term 1, 2027." autoComplete="off" />
      <div className="grid grid-cols-2 gap-3">
        <Field {...field("termFrom")} type="date" label="First day" />
        <Field {...field("termUntil")} type="date" label="Last day" />
      </div>
      <SubmitButton className="button quiet self-start">Save term</SubmitButton>
    </Form>
  );
}

const reasons = { away: "You're away", changed: "Changed for this day" };

const dayClass =
  "grid grid-cols-[11rem_minmax(0,1fr)] border-b border-line py-1 " +
  "lg:block lg:py-2 lg:border-b-0";

type UpcomingHoursProps = {
  days: readonly UpcomingDay[];
  today: Day;
  samples: readonly ListedWeek[];
};

function UpcomingHours({ days, today, samples }: UpcomingHoursProps) {
  const isAsBefore = (index: number) =>
    days[index]!.hours === days[index - 1]?.hours &&
    days[index]!.reason === days[index - 1]?.reason &&
    // "changed" speaks of a single day.
    days[index]!.reason !== "changed";
  const lastLike = (index: number): number =>
    index + 1 < days.length && isAsBefore(index + 1) ? lastLike(index + 1) : index;
  return (
    <section aria-labelledby="upcoming-heading" className="pt-6">
      <h2 id="upcoming-heading" className="display-3 mb-3">
        The next seven days
      </h2>
      <dl className="grid border-t border-line lg:grid-cols-7 lg:gap-x-4">
        {days.map(({ day, hours, reason }, index) => (
          <div key={day} className={`${dayClass} ${isAsBefore(index) ? "max-lg:hidden" : ""}`}>
            <dt className="font-semibold">
              {day === today ? "Today" : <OnDay day={day} />}
              {lastLike(index) > index && (
                <span className="lg:hidden">
                  –<OnDay day={days[lastLike(index)]!.day} />
                </span>
              )}
            </dt>
            <dd className={hours === "closed" ? "text-soft" : ""}>
              {hours.split(", ").map((times) => (
                <span key={times} className="mr-3 inline-block">
                  {times === "closed" ? "Closed" : times}
                </span>
              ))}
              {reason && <span className="block text-base text-soft">{reasons[reason]}</span>}
            </dd>
          </div>
        ))}
      </dl>
      <p className="mt-3 text-soft">
        Visitors can book whatever isn't taken yet, as long as each service's notice allows it. All
        times are Melbourne time.
      </p>
      {samples.length > 0 && (
        <p className="mt-3 border-l-4 border-brass bg-raised p-4">
          Still sample hours: {allOf(samples.map(inWords))}. Change them, or save them as they are.
        </p>
      )}
    </section>
  );
}

const inWords = ({ name, isUsual }: ListedWeek) =>
  isUsual ? "your usual week" : `those of “${name}”`;
