import { Form, href, Link } from "react-router";
import { type FormEvent, useEffect, useRef, useState } from "react";
import { guardNames } from "#app/features/intake/model.ts";
import { Field, SelectField } from "#app/ui/fields.tsx";
import { ErrorSummary, FormFailure } from "#app/ui/form-messages.tsx";
import { Parts } from "#app/ui/admin/page.tsx";
import { useFormErrors } from "#app/ui/use-form-errors.ts";
import {
  readWeek,
  type Week,
  weekdayNames,
  weekInWords,
  type HoursState,
  type ShownWeek,
} from "#app/features/services/hours.ts";
import {
  weekSchema,
  typedTimes,
  weekPrefixes,
  mostTimes,
  timeField,
  type TimesValues,
  changedTimes,
} from "#app/features/services/hours-schema.ts";
import { Plus, X } from "#app/ui/icons.gen.tsx";
import { type FieldErrors, formValues } from "#app/values/rules.ts";
import { SubmitButton } from "#app/ui/admin/form.tsx";
import { hourName, placeOf, weekHours } from "#app/routes/admin/diary/week.tsx";
import { toMinutes } from "#app/values/time-of-day.ts";

type WeekFormProps = {
  week: ShownWeek;
  services: Readonly<Record<string, string>>;
  formKey: string;
  posted: HoursState | undefined;
};

// On a phone the fields of a day have no room beside its name.
const dayClass =
  "grid items-baseline gap-x-4 border-b border-line py-2 sm:items-start " +
  "grid-cols-[8rem_minmax(0,1fr)] max-sm:has-[input]:grid-cols-[minmax(0,1fr)]";

const forClass = "grid grid-cols-[repeat(2,minmax(0,1fr))] gap-x-4 gap-y-1 sm:gap-x-5";
const newClass = "xl:grid-cols-[repeat(3,minmax(0,1fr))]";
const besideClass = "flex flex-col gap-5 xl:grid xl:grid-cols-2 xl:items-start xl:gap-x-16";

export function WeekForm({ week, services, formKey, posted }: WeekFormProps) {
  const { errors, handlers, clearValid } = useFormErrors(weekSchema, posted?.errors);
  const { form, values, change, typed, changeTimes, onInput } = useTimes(
    posted?.values ?? week.values,
    clearValid,
  );
  const shown = posted?.values ?? week.values;
  const isNew = week.id === null && !week.isUsual;
  const field = (name: string) => ({ name, defaultValue: shown[name] ?? "", error: errors[name] });
  const typedWeek = readWeek(
    weekPrefixes.map((prefix) => typedTimes(typed, prefix).map(({ from, until }) => [from, until])),
  );
  const inWords = weekInWords(typedWeek);
  const copyMonday = (
    <button type="submit" name="times" value="copy" formNoValidate className="button quiet">
      Copy Monday to the other weekdays
    </button>
  );
  return (
    <Form
      method="post"
      ref={form}
      data-loading="Saving the hours..."
      data-done="Hours saved."
      className="flex flex-col gap-5"
      preventScrollReset
      {...handlers}
      onInput={onInput}
      onSubmit={(event) => {
        if (!changeTimes(event)) handlers.onSubmit(event);
      }}
    >
      {/* Enter in a field presses a form's first button. */}
      <button
        type="submit"
        name="intent"
        value="week"
        tabIndex={-1}
        className="sr-only"
        aria-hidden
      >
        Save
      </button>
      {posted?.errors && <ErrorSummary errors={errors} />}
      <FormFailure state={posted} />
      <input type="hidden" name="id" value={week.id ?? ""} />
      <input type="hidden" name="version" value={posted?.values?.version ?? week.version} />
      <input type="hidden" name={guardNames.key} value={shown[guardNames.key] ?? formKey} />
      {!week.isUsual && (
        <div className={`${forClass} ${isNew ? newClass : ""}`}>
          <div className={isNew ? "col-span-2 xl:col-span-1" : "col-span-2"}>
            <SelectField
              {...field("serviceId")}
              label="For"
              options={{ "": "All services", ...services }}
            />
          </div>
          <Field {...field("fromDay")} type="date" label="From" optional />
          <Field {...field("untilDay")} type="date" label="Last day" optional />
          <p className="col-span-full text-soft">
            Leave both empty for every week. Dated hours replace the usual week. If two overlap, the
            one that starts later counts.
          </p>
        </div>
      )}
      {!isNew && <WeekInBars week={typedWeek} />}
      <div className={isNew ? besideClass : "contents"}>
        <div role="group" aria-label="Times of each day" className="border-t border-line">
          {weekPrefixes.map((prefix, index) => (
            <div key={`${prefix} ${change}`} className={dayClass}>
              <p className="font-semibold sm:pt-2">{weekdayNames[index]}</p>
              <TimeFields
                prefix={prefix}
                day={weekdayNames[index]!}
                values={values}
                errors={errors}
              />
            </div>
          ))}
        </div>
        {/* The seven days above already show the usual week. */}
        {!week.isUsual && (
          <div className="flex flex-col items-start gap-4">
            <p className="text-soft">
              <Parts of={inWords.split(" · ")} />
            </p>
            {isNew && <WeekInBars week={typedWeek} />}
            {isNew && copyMonday}
          </div>
        )}
      </div>
      <p className="flex flex-wrap gap-3">
        <SubmitButton name="intent" value="week" busy="Saving...">
          Save hours
        </SubmitButton>
        {isNew && (
          <Link to={href("/admin/hours")} className="button quiet" preventScrollReset>
            Cancel
          </Link>
        )}
        {!isNew && copyMonday}
      </p>
    </Form>
  );
}

const button =
  "flex h-11 min-w-11 shrink-0 cursor-pointer items-center justify-center rounded-sm text-soft hover:text-ink";

type TimeFieldsProps = {
  prefix: string;
  /** Names the fields for screen readers. */
  day: string;
  values: TimesValues;
  errors: FieldErrors;
};

export function TimeFields({ prefix, day, values, errors }: TimeFieldsProps) {
  const times = typedTimes(values, prefix);
  return (
    // As wide without times as with them, so that the buttons of all days line up.
    <div className="flex min-w-0 items-end gap-1 sm:max-w-92">
      <div className="flex min-w-0 grow flex-col gap-2">
        {times.length === 0 && <p className="py-2 text-soft">Closed</p>}
        {times.map((typed, index) => (
          <TimePair
            key={timeField(prefix, index + 1, "from")}
            prefix={prefix}
            number={index + 1}
            of={times.length > 1 ? `${day}, ${index + 1}` : day}
            typed={typed}
            errors={errors}
          />
        ))}
      </div>
      {times.length < mostTimes && (
        <button
          type="submit"
          name="times"
          value={`add-${prefix}`}
          formNoValidate
          title={`Add times on ${day}`}
          className={button}
        >
          <span className={times.length > 0 ? "sr-only" : ""}>
            Add times<span className="sr-only"> on {day}</span>
          </span>
          <Plus size={20} strokeWidth={2} className="mx-3 text-accent" />
        </button>
      )}
    </div>
  );
}

type TimePairProps = {
  prefix: string;
  number: number;
  of: string;
  typed: { from: string; until: string };
  errors: FieldErrors;
};

function TimePair({ prefix, number, of, typed, errors }: TimePairProps) {
  const field = (end: "from" | "until") => {
    const name = timeField(prefix, number, end);
    const error = errors[name];
    return {
      id: name,
      name,
      type: "time",
      defaultValue: typed[end],
      "aria-label": `${of}: ${end}`,
      "aria-invalid": error ? true : undefined,
      "aria-describedby": `${timeField(prefix, number, "from")}-note`,
      className: "input min-h-11! min-w-0 max-w-36 px-2! py-1.5!",
    } as const;
  };
  const error =
    errors[timeField(prefix, number, "from")] ?? errors[timeField(prefix, number, "until")];
  return (
    <div>
      <div className="flex items-center gap-1.5 sm:gap-2">
        <input {...field("from")} />
        <span aria-hidden="true">–</span>
        <input {...field("until")} />
        <button
          type="submit"
          name="times"
          value={`remove-${prefix}-${number}`}
          formNoValidate
          title={`Remove ${of}`}
          className={button}
        >
          <X size={20} strokeWidth={2} />
          <span className="sr-only">Remove {of}</span>
        </button>
      </div>
      <p id={`${timeField(prefix, number, "from")}-note`} className="font-semibold text-danger">
        {error}
      </p>
    </div>
  );
}

const typedIn = (form: HTMLFormElement) => formValues(new FormData(form)) as TimesValues;

type Shown = { values: TimesValues; change: number; focus: string | null };

export function useTimes(initial: TimesValues, onChange: (form: HTMLFormElement) => void) {
  const form = useRef<HTMLFormElement>(null);
  const [shown, setShown] = useState<Shown>({ values: initial, change: 0, focus: null });
  const [typed, setTyped] = useState(initial);
  useEffect(() => {
    if (shown.change === 0 || !form.current) return;
    const { elements } = form.current;
    const field = shown.focus && elements.namedItem(shown.focus);
    if (field instanceof HTMLElement) field.focus();
    onChange(form.current);
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- after each change of the fields, and only then
  }, [shown]);

  const changeTimes = (event: FormEvent<HTMLFormElement>): boolean => {
    const { submitter } = event.nativeEvent as SubmitEvent;
    const pressed = submitter?.getAttribute("value") ?? "";
    const before = typedIn(event.currentTarget);
    const values = changedTimes({ ...before, times: pressed });
    if (!values) return false;
    event.preventDefault();
    setTyped(values);
    setShown({ values, change: shown.change + 1, focus: focusAfter(pressed, values) });
    return true;
  };
  return {
    form,
    values: shown.values,
    /** Key of the fields: a new one resets their inputs. */
    change: shown.change,
    typed,
    changeTimes,
    onInput: () => form.current && setTyped(typedIn(form.current)),
  };
}

/** The pressed button may be gone: focuses the added pair, or the one before. */
function focusAfter(pressed: string, values: TimesValues): string | null {
  const [, action, prefix] = /^(add|remove)-([a-z]+)/.exec(pressed) ?? [];
  if (!prefix) return null;
  const count = typedTimes(values, prefix).length;
  if (count === 0) return null;
  const removed = Number(/-(\d)$/.exec(pressed)?.[1] ?? 1);
  const number = action === "add" ? count : Math.max(1, Math.min(removed, count));
  return timeField(prefix, number, "from");
}

/** Open times to scale, from the first hour to the last; nothing for a week that is closed. */
function WeekInBars({ week }: { week: Week }) {
  const days = week.map((times) =>
    times.map(([from, until]) => ({ from: toMinutes(from), until: toMinutes(until) || 1440 })),
  );
  const all = days.flat();
  if (all.length === 0) return null;
  const firstHour = Math.floor(Math.min(...all.map(({ from }) => from)) / 60);
  const lastHour = Math.ceil(Math.max(...all.map(({ until }) => until)) / 60);
  const hours = Array.from({ length: lastHour - firstHour }, (_, index) => firstHour + index);
  const step = Math.ceil(hours.length / 5);
  return (
    <div role="img" aria-label={weekInWords(week)} className={`bars ${weekHours(hours.length)}`}>
      {days.map((spans, index) => (
        <div key={weekdayNames[index]} className="bars-day">
          <span>{weekdayNames[index]!.slice(0, 3)}</span>
          <ol>
            {spans.map(({ from, until }) => (
              <li key={from} className={`bars-open ${placeOf(from, until, firstHour)}`} />
            ))}
          </ol>
        </div>
      ))}
      <div className="bars-day">
        <ol className="bars-clock">
          {hours
            .filter((hour) => (hour - firstHour) % step === 0)
            .map((hour) => (
              <li key={hour} className={placeOf(hour * 60, hour * 60, firstHour)}>
                {hourName(hour)}
              </li>
            ))}
        </ol>
      </div>
    </div>
  );
}
