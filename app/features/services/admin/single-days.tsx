import { Form, href, Link } from "react-router";
import { ConfirmedAction } from "#app/ui/confirmed-action.tsx";
import { Field } from "#app/ui/fields.tsx";
import { ErrorSummary, FormFailure, FormMessage } from "#app/ui/form-messages.tsx";
import { FoldedForm } from "#app/ui/admin/folded-form.tsx";
import { TickLine } from "#app/ui/admin/tick-line.tsx";
import { OnDay } from "#app/ui/admin/when.tsx";
import { useFormErrors } from "#app/ui/use-form-errors.ts";
import { longDay } from "#app/values/calendar.ts";
import { singleDaySchema } from "../hours-schema.ts";
import type { PublicHoliday } from "../public-holidays.ts";
import { dayPrefix, type TimesValues } from "../typed-times.ts";
import type { HoursState, ShownDay } from "./hours-state.ts";
import { TimeFields } from "./time-fields.tsx";
import { useTimes } from "./use-times.ts";

type SingleDaysProps = {
  days: readonly ShownDay[];
  /** The day in the form; null to add one. */
  open: ShownDay | null;
  today: string;
  holidays: readonly PublicHoliday[];
  posted: HoursState | undefined;
  busy: boolean;
};

export function SingleDays({ days, open, today, holidays, posted, busy }: SingleDaysProps) {
  const isAbout = posted?.of !== undefined;
  const refused = posted?.of === "day" && !posted.ok ? posted : undefined;
  return (
    <section id="days" aria-labelledby="days-heading" className="flex scroll-mt-8 flex-col gap-4">
      <h2 id="days-heading" className="display-3">
        Single days
      </h2>
      <p className="text-soft">Change or close one day, for all services.</p>
      {isAbout && posted.ok && posted.message && (
        <FormMessage key={posted.message} ok>
          <p className="font-semibold">{posted.message}</p>
          {posted.notice && <p>{posted.notice}</p>}
        </FormMessage>
      )}
      {posted?.of !== "day" && <FormFailure state={posted} />}
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
                values={{ intent: "remove-day", day, seen }}
                busy={busy}
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
        <SingleDayForm open={open} today={today} posted={refused} busy={busy} />
      </FoldedForm>
      {holidays.length > 0 && <PublicHolidays holidays={holidays} busy={busy} />}
    </section>
  );
}

function PublicHolidays({ holidays, busy }: Pick<SingleDaysProps, "holidays" | "busy">) {
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
        <button
          type="submit"
          name="intent"
          value="close-days"
          className="button quiet self-start"
          disabled={busy}
        >
          Close on These
        </button>
      </Form>
    </FoldedForm>
  );
}

function SingleDayForm({ open, today, posted, busy }: Omit<SingleDaysProps, "days" | "holidays">) {
  const { errors, handlers, clearValid } = useFormErrors(singleDaySchema, posted?.errors);
  const initial: TimesValues = posted?.values ?? open?.values ?? {};
  const { form, values, change, changeTimes } = useTimes(initial, clearValid);
  return (
    <Form
      method="post"
      ref={form}
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
      <input type="hidden" name="seen" value={String(posted?.version ?? open?.seen ?? "")} />
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
        <button type="submit" name="intent" value="day" className="button quiet" disabled={busy}>
          Save day
        </button>
        {open && (
          <Link to={`${href("/admin/hours")}#days`} className="link py-2" preventScrollReset>
            Another day
          </Link>
        )}
      </p>
    </Form>
  );
}
