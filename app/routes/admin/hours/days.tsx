import { Form, href, Link } from "react-router";
import { ConfirmedAction } from "#app/ui/confirmed-action.tsx";
import { Field } from "#app/ui/fields.tsx";
import { ErrorSummary, FormFailure, FormMessage } from "#app/ui/form-messages.tsx";
import { FoldedForm } from "#app/ui/admin/folded.tsx";
import { TickLine } from "#app/ui/admin/fields.tsx";
import { OnDay } from "#app/ui/admin/when.tsx";
import { useFormErrors } from "#app/ui/use-form-errors.ts";
import { longDay } from "#app/values/calendar.ts";
import {
  singleDaySchema,
  dayPrefix,
  type TimesValues,
} from "#app/features/services/hours-schema.ts";
import type { PublicHoliday } from "#app/features/services/days.server.ts";
import type { HoursState, ShownDay } from "#app/features/services/hours.ts";
import { TimeFields, useTimes } from "./week.tsx";
import { SubmitButton } from "#app/ui/admin/form.tsx";

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
