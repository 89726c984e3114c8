import { Fragment } from "react";
import { Form, href, Link } from "react-router";
import { guardNames } from "#app/features/intake/model.ts";
import { Field } from "#app/ui/fields.tsx";
import { ErrorSummary, FormMessage } from "#app/ui/form-messages.tsx";
import { useFormErrors } from "#app/ui/use-form-errors.ts";
import type { Day } from "#app/values/calendar.ts";
import type { KnownClient } from "#app/values/known-clients.ts";
import {
  EntryColumns,
  OwnerNote,
  TimePair,
  OverlapQuestion,
  BlockTimes,
  type FieldOf,
  type DiaryFormState,
  type SeriesDates,
} from "#app/features/diary/admin/form-parts.tsx";
import {
  newAppointmentSchema,
  newAwaySchema,
  newBlockSchema,
  type EntryKind,
  titleOfAway,
} from "#app/features/diary/admin/schema.ts";
import { TickLine } from "#app/ui/admin/fields.tsx";
import { When } from "#app/ui/admin/when.tsx";
import { AppointmentFields, type OfferedService, type OfferedTerm } from "./appointment-fields.tsx";
import { SubmitButton } from "#app/ui/admin/form.tsx";

const schemas = { appointment: newAppointmentSchema, block: newBlockSchema, away: newAwaySchema };
const buttons: Record<EntryKind, string> = {
  appointment: "Add Appointment",
  block: "Block This Time",
  away: "Add Days Away",
};

type NewEntryFormProps = {
  kind: EntryKind;
  formKey: string;
  initial: Readonly<Record<string, string>>;
  services: readonly OfferedService[];
  clients: readonly KnownClient[];
  terms: readonly OfferedTerm[];
  starts: readonly Date[];
  today: Day;
  posted: DiaryFormState | undefined;
};

export function NewEntryForm(props: NewEntryFormProps) {
  const { kind, formKey, initial, today, posted } = props;
  const { errors, handlers } = useFormErrors(schemas[kind], posted?.errors);
  const values = posted?.values ?? initial;
  const field: FieldOf = (name) => ({ name, defaultValue: values[name], error: errors[name] });
  return (
    <Form
      method="post"
      data-done="It's in your diary."
      className="flex flex-col gap-5"
      {...handlers}
    >
      {/* Enter in a field presses the first button. */}
      <SubmitButton tabIndex={-1} aria-hidden="true" className="sr-only">
        {buttons[kind]}
      </SubmitButton>
      <input type="hidden" name="kind" value={kind} />
      <input type="hidden" name={guardNames.key} value={values[guardNames.key] ?? formKey} />
      <ErrorSummary errors={posted?.errors ? errors : {}} />
      <OverlapQuestion overlaps={posted?.overlaps} yes="Put It in Anyway" />
      <SeriesDatesQuestion
        key={posted?.series?.dates.map(({ startsAt }) => startsAt.getTime()).join()}
        series={posted?.series}
        values={values}
      />
      {kind === "appointment" && (
        <AppointmentFields
          {...props}
          starts={posted?.starts ?? props.starts}
          values={values}
          field={field}
        />
      )}
      {kind === "block" && <BlockFields field={field} />}
      {kind === "away" && <DaysAwayFields field={field} />}
      <p className="flex flex-wrap gap-3">
        <SubmitButton>{buttons[kind]}</SubmitButton>
        <Link to={`${href("/admin/diary")}?day=${initial.day ?? today}`} className="button quiet">
          Cancel
        </Link>
      </p>
    </Form>
  );
}

function BlockFields({ field }: { field: FieldOf }) {
  return (
    <EntryColumns
      what={
        <Field
          {...field("title")}
          label="What it is"
          hint="Such as Practice, or Dentist. Visitors only see that you aren't free."
          autoComplete="off"
        />
      }
      when={<BlockTimes field={field} />}
    >
      <OwnerNote field={field} />
    </EntryColumns>
  );
}

function DaysAwayFields({ field }: { field: FieldOf }) {
  return (
    <EntryColumns
      what={
        <Field
          {...field("title")}
          label="What it is"
          hint={`Such as Holiday, or On tour. Left empty, it's called ${titleOfAway}.`}
          autoComplete="off"
          optional
        />
      }
      when={
        <TimePair>
          <Field {...field("day")} label="First day" type="date" />
          <Field {...field("untilDay")} label="Last day" type="date" />
        </TimePair>
      }
    >
      <OwnerNote field={field} />
    </EntryColumns>
  );
}

type Props = {
  series: SeriesDates | undefined;
  values: Readonly<Record<string, string>>;
};

function SeriesDatesQuestion({ series, values }: Props) {
  if (!series) return null;
  const { dates, isChanged, isOutside } = series;
  const taken = dates.filter(({ overlaps }) => overlaps.says.length > 0);
  const offered = dates.map(({ startsAt }) => startsAt.toISOString()).join(" ");
  const isSeen = values.offered === offered;
  const ticked = values.starts?.split("\n") ?? [];
  return (
    <FormMessage ok={taken.length === 0 && !isChanged}>
      <p className="font-semibold">{headingFor(dates.length, taken.length, isChanged)}</p>
      {isOutside && <p>That time is outside the hours of your usual week.</p>}
      <ul className="mb-3" id="starts">
        {dates.map(({ startsAt, overlaps, instead }) => {
          const value = startsAt.toISOString();
          const other = instead && `${value}>${instead.toISOString()}`;
          return (
            <Fragment key={value}>
              <TickLine
                name="starts"
                value={value}
                defaultChecked={isSeen ? ticked.includes(value) : overlaps.says.length === 0}
              >
                <When at={startsAt} />
                {overlaps.says.map((overlap) => (
                  <span key={overlap} className="block text-base">
                    {overlap}
                  </span>
                ))}
              </TickLine>
              {other && (
                <TickLine name="starts" value={other} defaultChecked={ticked.includes(other)}>
                  Instead the next free time, <When at={instead} />
                </TickLine>
              )}
            </Fragment>
          );
        })}
      </ul>
      <input type="hidden" name="offered" value={offered} />
      <input
        type="hidden"
        name="taken"
        value={taken.flatMap(({ overlaps }) => overlaps.keys).join(" ")}
      />
      <SubmitButton>Add Those Ticked</SubmitButton>
    </FormMessage>
  );
}

function headingFor(dates: number, taken: number, isChanged: boolean): string {
  if (isChanged) return "Something else is in the way now. Look at the dates once more:";
  if (taken === 0) return `${dates === 1 ? "The date is" : `All ${dates} dates are`} free:`;
  const have = taken === 1 ? "has" : "have";
  return `${taken} of ${dates} dates ${have} something in the way. Tick one to put it there all the same:`;
}
