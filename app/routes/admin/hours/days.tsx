import { Form, href, Link } from "react-router";
import { ConfirmedAction } from "#app/ui/confirmed-action.tsx";
import { Field, SelectField, TextField } from "#app/ui/fields.tsx";
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
import { guardNames } from "#app/features/intake/model.ts";
import { awaySchema, titleOfAway } from "#app/features/diary/schema.ts";
import { type FieldOf, AwayFields } from "#app/features/appointments/form-parts.tsx";

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

/** `when`: `Mon 21 Dec to Sun 10 Jan 2027`. `canUndo`: the emails of what was cancelled with it still wait. */
type ShownAway = { id: string; version: number; title: string; when: string; canUndo: boolean };

type AwaySectionProps = {
  away: readonly ShownAway[];
  formKey: string;
  today: string;
  posted: HoursState | undefined;
};

export function AwaySection({ away, formKey, today, posted }: AwaySectionProps) {
  const refused = posted?.intent === "away" && !posted.ok ? posted : undefined;
  return (
    <section id="away" aria-labelledby="away-heading" className="flex scroll-mt-8 flex-col gap-4">
      <h2 id="away-heading" className="display-3">
        Time away
      </h2>
      <p className="text-soft">Nobody can book while you're away.</p>
      {posted?.ok && posted.message && (
        <FormMessage key={posted.message} ok>
          {[posted.message, posted.notice].filter(Boolean).join(" ")}
        </FormMessage>
      )}
      {posted?.intent !== "away" && <FormFailure state={posted} />}
      {away.length > 0 && (
        <ul>
          {away.map(({ id, version, title, when, canUndo }) => (
            <li
              key={id}
              className="flex flex-wrap items-baseline gap-x-4 border-t border-line py-2"
            >
              <p className="min-w-0 grow wrap-anywhere">
                <span className="font-semibold">{when}</span>
                {title !== titleOfAway && <span className="block text-soft">{title}</span>}
              </p>
              {canUndo && (
                <Form method="post" preventScrollReset>
                  <input type="hidden" name="intent" value="undo-away" />
                  <input type="hidden" name="id" value={id} />
                  <SubmitButton loading="Undoing it..." className="link cursor-pointer py-2">
                    Undo, change nothing<span className="sr-only">: {when}</span>
                  </SubmitButton>
                </Form>
              )}
              <ConfirmedAction
                id={`remove-${id}`}
                label="Remove"
                describes={when}
                className="link cursor-pointer py-2"
                question="Remove this time away?"
                yes="Remove"
                loading="Removing your time away..."
                values={{ intent: "remove-away", id, version }}
              >
                <p>{when}. Visitors can book these days again.</p>
              </ConfirmedAction>
            </li>
          ))}
        </ul>
      )}
      <FoldedForm
        // One that was added leaves an empty form.
        key={away.length}
        label="Add time away"
        isOpen={refused !== undefined}
      >
        <AwayForm formKey={formKey} today={today} posted={refused} />
      </FoldedForm>
    </section>
  );
}

function AwayForm({ formKey, today, posted }: Omit<AwaySectionProps, "away">) {
  const { errors, handlers } = useFormErrors(awaySchema, posted?.errors);
  const values = posted?.values ?? {};
  const field: FieldOf = (name) => ({ name, defaultValue: values[name], error: errors[name] });
  return (
    <Form
      method="post"
      data-loading="Adding your time away..."
      className="flex flex-col gap-3"
      preventScrollReset
      {...handlers}
    >
      {/* Enter in a field presses the first button. */}
      <SubmitButton tabIndex={-1} aria-hidden="true" className="sr-only">
        Save time away
      </SubmitButton>
      {posted?.errors && <ErrorSummary errors={errors} />}
      {posted?.overlaps ? (
        <Overlaps
          overlaps={posted.overlaps}
          cancellable={posted.cancellable ?? []}
          message={posted.message}
          field={field}
        />
      ) : (
        <FormFailure state={posted} />
      )}
      <input type="hidden" name="intent" value="away" />
      <input type="hidden" name={guardNames.key} value={values[guardNames.key] ?? formKey} />
      <AwayFields field={field} today={today} />
      <p className="flex flex-wrap gap-3">
        <SubmitButton className="button quiet">Save time away</SubmitButton>
      </p>
    </Form>
  );
}

type OverlapsProps = Required<Pick<HoursState, "overlaps" | "cancellable">> & {
  message: string | undefined;
  field: FieldOf;
};

function Overlaps({ overlaps, cancellable, message, field }: OverlapsProps) {
  const { defaultValue: before } = field("cancelled");
  // A choice that is no longer offered must not become another.
  const chosen = (choices: Readonly<Record<string, string>>) =>
    before === undefined
      ? undefined
      : (before.split("\n").find((line) => line !== "" && line in choices) ?? "");
  const others = overlaps.says.filter((said) => !cancellable.some(({ label }) => label === said));
  return (
    <FormMessage ok={false}>
      {message && <p>{message}</p>}
      <p className="font-semibold">
        {overlaps.keys.length === 1
          ? "Something is booked then:"
          : `${overlaps.keys.length} things are booked then:`}
      </p>
      <ul className="mb-5">
        {cancellable.map(({ label, choices }, index) => (
          <li key={label} className="py-1 wrap-anywhere">
            <SelectField
              id={`cancelled-${index}`}
              name="cancelled"
              label={label}
              options={choices}
              defaultValue={chosen(choices)}
            />
          </li>
        ))}
        {others.map((overlap) => (
          <li key={overlap} className="wrap-anywhere">
            {overlap}
          </li>
        ))}
      </ul>
      <input type="hidden" name="over" value={overlaps.keys.join(" ")} />
      {cancellable.length > 0 && (
        <TextField
          {...field("reason")}
          label="A word to each of them"
          hint="It's in the email that each of them gets."
          rows={2}
          optional
        />
      )}
      <p className="mt-3 flex flex-wrap gap-3">
        {cancellable.length > 0 && (
          <SubmitButton name="sure" value="cancel">
            Add it and email them
          </SubmitButton>
        )}
        <SubmitButton
          name="sure"
          value="yes"
          className={cancellable.length > 0 ? "button quiet" : "button"}
        >
          Add it anyway
        </SubmitButton>
      </p>
    </FormMessage>
  );
}
