import { Form, href, Link } from "react-router";
import { ConfirmedAction } from "#app/ui/confirmed-action.tsx";
import { Field } from "#app/ui/fields.tsx";
import { ErrorSummary, FormFailure, FormMessage } from "#app/ui/form-messages.tsx";
import { FoldedForm } from "#app/ui/admin/folded.tsx";
import { TickLine } from "#app/ui/admin/fields.tsx";
import { OnDay } from "#app/ui/admin/when.tsx";
import { useFormErrors } from "#app/ui/use-form-errors.ts";
import { longDay, type Day } from "#app/values/calendar.ts";
import {
  singleDaySchema,
  termSchema,
  dayPrefix,
  type TimesValues,
} from "#app/features/services/hours-schema.ts";
import type { PublicHoliday } from "#app/features/services/public-holidays.ts";
import type { HoursState, ShownDay, ListedWeek } from "#app/features/services/hours-words.ts";
import { guardNames } from "#app/features/intake/model.ts";
import { allOf } from "#app/values/wording.ts";
import type { UpcomingDay } from "#app/features/services/upcoming.ts";
import type { ShownWaiting } from "#app/features/waiting/commands.server.ts";
import { TimeFields, useTimes } from "./week.tsx";
import { SubmitButton, usePostedForm } from "#app/ui/admin/form.tsx";

type SingleDaysProps = {
  days: readonly ShownDay[];
  /** The day in the form; null to add one. */
  open: ShownDay | null;
  today: string;
  holidays: readonly PublicHoliday[];
  posted: HoursState | undefined;
};

export function SingleDays({ days, open, today, holidays, posted }: SingleDaysProps) {
  const isOfDay = posted?.intent === "day" || posted?.intent === "day-times";
  const refused = isOfDay && !posted.ok ? posted : undefined;
  return (
    <section id="days" aria-labelledby="days-heading" className="flex scroll-mt-8 flex-col gap-4">
      <h2 id="days-heading" className="display-3">
        Single days
      </h2>
      <p className="text-soft">Change or close one day, for all services.</p>
      {posted?.ok && posted.message && (
        <FormMessage key={posted.message} ok>
          <p className="font-semibold">{posted.message}</p>
          {posted.notice && <p>{posted.notice}</p>}
        </FormMessage>
      )}
      {!isOfDay && <FormFailure state={posted} />}
      {days.length > 0 && (
        <ul>
          {days.map(({ day, hours, note, seen }) => (
            <li
              key={day}
              className="flex flex-wrap items-baseline gap-x-4 border-t border-line py-2"
            >
              <p className="min-w-0 grow wrap-anywhere">
                <span className="font-semibold">
                  <OnDay day={day} />
                </span>{" "}
                {hours}
                {note && <span className="block text-soft">{note}</span>}
              </p>
              <Link
                to={`${href("/admin/hours")}?${new URLSearchParams({ day })}#days`}
                className="link py-2"
                aria-current={open?.day === day ? "true" : undefined}
                preventScrollReset
              >
                Change<span className="sr-only"> {longDay(day)}</span>
              </Link>
              <ConfirmedAction
                id={`remove-${day}`}
                label="Remove"
                describes={longDay(day)}
                className="link cursor-pointer py-2"
                question={`Remove the hours of ${longDay(day)}?`}
                yes="Remove"
                loading="Removing the day..."
                values={{ intent: "remove-day", day, seen }}
              >
                <p>The hours of its week count again on that day.</p>
              </ConfirmedAction>
            </li>
          ))}
        </ul>
      )}
      <FoldedForm
        // A new key empties the form after a day was added, and shows a day that changed elsewhere.
        key={open ? `${open.day} ${open.seen}` : days.length}
        label="Change a day"
        isOpen={open !== null || refused !== undefined}
      >
        <SingleDayForm open={open} today={today} posted={refused} />
      </FoldedForm>
      {holidays.length > 0 && <PublicHolidays holidays={holidays} />}
    </section>
  );
}

function PublicHolidays({ holidays }: Pick<SingleDaysProps, "holidays">) {
  return (
    <FoldedForm label="Close on public holidays" isOpen={false}>
      <Form method="post" className="flex flex-col gap-3" preventScrollReset>
        <ul>
          {holidays.map(({ day, name }) => (
            <TickLine key={day} name="closed" value={day} defaultChecked>
              <OnDay day={day} /> {name}
            </TickLine>
          ))}
        </ul>
        <p className="text-soft">
          The Friday before the AFL Grand Final is proclaimed each year: check its date.
        </p>
        <SubmitButton
          name="intent"
          value="close-days"
          loading="Closing these days..."
          className="button quiet self-start"
        >
          Close on These
        </SubmitButton>
      </Form>
    </FoldedForm>
  );
}

function SingleDayForm({ open, today, posted }: Omit<SingleDaysProps, "days" | "holidays">) {
  const { errors, handlers, clearValid } = useFormErrors(singleDaySchema, posted?.errors);
  const initial: TimesValues = posted?.values ?? open?.values ?? {};
  const { form, values, change, changeTimes } = useTimes(initial, clearValid);
  return (
    <Form
      method="post"
      ref={form}
      data-loading="Saving the day..."
      className="flex flex-col gap-3"
      preventScrollReset
      {...handlers}
      onSubmit={(event) => {
        if (!changeTimes(event)) handlers.onSubmit(event);
      }}
    >
      <button type="submit" name="intent" value="day" tabIndex={-1} className="sr-only" aria-hidden>
        Save
      </button>
      {open && <h3 className="mt-2 font-semibold">{longDay(open.day)}</h3>}
      {posted?.errors && <ErrorSummary errors={errors} />}
      <FormFailure state={posted} />
      <input type="hidden" name="seen" value={posted?.values?.seen ?? open?.seen ?? ""} />
      {open ? (
        <input type="hidden" name="day" value={open.day} />
      ) : (
        <Field
          name="day"
          type="date"
          label="Day"
          min={today}
          defaultValue={initial.day ?? ""}
          error={errors.day}
        />
      )}
      <div key={change}>
        <p className="font-semibold">Times</p>
        <TimeFields prefix={dayPrefix} day="that day" values={values} errors={errors} />
      </div>
      <Field
        name="note"
        label="Note for you"
        optional
        autoComplete="off"
        defaultValue={initial.note ?? ""}
        error={errors.note}
      />
      <p className="flex flex-wrap items-center gap-4">
        <SubmitButton name="intent" value="day" className="button quiet">
          Save day
        </SubmitButton>
        {open && (
          <Link to={`${href("/admin/hours")}#days`} className="link py-2" preventScrollReset>
            Another day
          </Link>
        )}
      </p>
    </Form>
  );
}

/** `when`: `Wed 28 Jan to Thu 2 Apr`. */
type ShownTerm = { id: string; name: string; when: string };

type TermsProps = {
  terms: readonly ShownTerm[];
  formKey: string;
  posted: HoursState | undefined;
};

export function TermsSection({ terms, formKey, posted }: TermsProps) {
  const refused = posted?.intent === "term" && !posted.ok ? posted : undefined;
  return (
    <section id="terms" aria-labelledby="terms-heading" className="flex scroll-mt-8 flex-col gap-4">
      <h2 id="terms-heading" className="display-3">
        Terms
      </h2>
      <p className="text-soft">Lessons can repeat to the end of one. Nobody else sees them.</p>
      {posted?.ok && posted.message && (
        <FormMessage key={posted.message} ok>
          {posted.message}
        </FormMessage>
      )}
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

const dayClass = [
  "grid grid-cols-[11rem_minmax(0,1fr)] border-b border-line py-1",
  "lg:block lg:py-2 lg:border-b-0",
].join(" ");

type UpcomingHoursProps = {
  days: readonly UpcomingDay[];
  today: Day;
  samples: readonly ListedWeek[];
};

export function UpcomingHours({ days, today, samples }: UpcomingHoursProps) {
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

export function WaitingSection({ waiting }: { waiting: readonly ShownWaiting[] }) {
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
