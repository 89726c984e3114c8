import { useRef } from "react";
import { Form, href, Link } from "react-router";
import { guardNames } from "#app/features/intake/model.ts";
import { Field } from "#app/ui/fields.tsx";
import { ErrorSummary } from "#app/ui/form-messages.tsx";
import { useFormErrors } from "#app/ui/use-form-errors.ts";
import type { Day } from "#app/values/calendar.ts";
import type { KnownClient } from "#app/values/known-clients.ts";
import { AppointmentFields, type OfferedService, type OfferedTerm } from "./appointment-fields.tsx";
import { EntryColumns, OwnerNote, TimePair } from "./entry-columns.tsx";
import { type EntryKind, titleOfAway } from "./entry-kinds.ts";
import { newAppointmentSchema, newAwaySchema, newBlockSchema } from "./entry-rules.ts";
import type { DiaryFormState } from "./form-state.ts";
import { OverlapQuestion } from "./overlap-question.tsx";
import { SeriesDatesQuestion } from "./series-dates.tsx";

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
  busy: boolean;
};

export type FieldOf = (name: string) => {
  name: string;
  defaultValue: string | undefined;
  error: string | undefined;
};

export function NewEntryForm(props: NewEntryFormProps) {
  const { kind, formKey, initial, today, posted, busy } = props;
  const { errors, handlers } = useFormErrors(schemas[kind], posted?.errors);
  const values = posted?.values ?? initial;
  const form = useRef<HTMLFormElement>(null);
  const field: FieldOf = (name) => ({ name, defaultValue: values[name], error: errors[name] });
  return (
    <Form method="post" ref={form} className="flex flex-col gap-5" {...handlers}>
      {/* Enter in a field presses the first button. */}
      <button type="submit" tabIndex={-1} aria-hidden="true" className="sr-only" disabled={busy}>
        {buttons[kind]}
      </button>
      <input type="hidden" name="kind" value={kind} />
      <input type="hidden" name={guardNames.key} value={values[guardNames.key] ?? formKey} />
      <ErrorSummary errors={posted?.errors ? errors : {}} />
      <OverlapQuestion overlaps={posted?.overlaps} yes="Put It in Anyway" busy={busy} />
      <SeriesDatesQuestion
        key={posted?.series?.dates.map(({ startsAt }) => startsAt.getTime()).join()}
        series={posted?.series}
        values={values}
        busy={busy}
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
        <button type="submit" className="button" disabled={busy}>
          {buttons[kind]}
        </button>
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

export const BlockTimes = ({ field }: { field: FieldOf }) => (
  <>
    <Field {...field("day")} label="Day" type="date" />
    <TimePair>
      <Field {...field("time")} label="From" type="time" />
      <Field
        {...field("untilTime")}
        label="Until"
        hint="Past midnight is the next day."
        type="time"
      />
    </TimePair>
  </>
);

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
