import type { ReactNode, MouseEvent } from "react";
import { placeLabels } from "#app/features/services/model.ts";
import { servicePlaces } from "#app/server/database/enums.ts";
import { Field, SelectField, TextField } from "#app/ui/fields.tsx";
import { sessionInvoicingLabels } from "#app/features/business/model.ts";
import { usualTravel } from "#app/values/travel.ts";
import { type Day, melbourneDay, shortTime, wallTime } from "#app/values/calendar.ts";
import type { ShownOverlaps } from "#app/features/diary/overlaps.server.ts";
import { FormMessage } from "#app/ui/form-messages.tsx";
import { SubmitButton } from "#app/ui/admin/form.tsx";
import type { FormState } from "#app/server/http/forms.server.ts";
import type { Entry } from "#app/features/diary/model.ts";

/** `isChanged`: the dates are not those that the owner saw. `isOutside`: of the hours of every week. */
export type SeriesDates = {
  /** `instead`: the next free time, where something is in the way. */
  dates: { startsAt: Date; overlaps: ShownOverlaps; instead: Date | null }[];
  isChanged: boolean;
  isOutside: boolean;
};

export type DiaryFormState = FormState & {
  overlaps?: ShownOverlaps;
  /** Dates of a series that is not made yet. */
  series?: SeriesDates | undefined;
  starts?: Date[];
};

export type EntryFormsProps = {
  entry: Entry;
  starts: readonly Date[];
  today: Day;
  posted: DiaryFormState | undefined;
};

export function refusedOf(posted: DiaryFormState | undefined, intent: string) {
  return posted && posted.values && posted.intent === intent ? posted : undefined;
}

export type FieldOf = (name: string) => {
  name: string;
  defaultValue: string | undefined;
  error: string | undefined;
};

const labelled = Object.fromEntries(servicePlaces.map((place) => [place, placeLabels[place]]));

/** `usual`: label of the option that uses the service's place. */
export function PlaceFields({ field, usual }: { field: FieldOf; usual?: string }) {
  return (
    <div className="grid gap-5 sm:grid-cols-2">
      <SelectField
        {...field("place")}
        label="Where"
        options={{ ...(usual && { "": usual }), ...labelled }}
      />
      <Field
        {...field("placeDetails")}
        label="Address or link"
        autoComplete="off"
        optional
        {...(usual && { hint: "Left empty, it's as the service has it." })}
      />
      <Field
        {...field("travelMinutes")}
        label="Travel, minutes"
        hint={`Each way to a client's place. Left empty, it's ${usual ? usualTravel : "as it was"}.`}
        inputMode="numeric"
        optional
      />
    </div>
  );
}

export const InvoicingField = ({ field }: { field: FieldOf }) => (
  <SelectField
    {...field("sessionInvoicing")}
    label="After a session"
    hint="Sessions from a package or paid in advance aren't invoiced again."
    options={{ "": "As in your business details", ...sessionInvoicingLabels }}
  />
);

type ColumnsProps = {
  what: ReactNode;
  when: ReactNode;
  children: ReactNode;
};

const whenClass =
  "flex flex-col gap-5 xl:col-start-2 xl:row-span-2 xl:row-start-1 " +
  "xl:border-l xl:border-line xl:pl-8";

/** On a narrow screen the time comes before the details. */
export function EntryColumns({ what, when, children }: ColumnsProps) {
  return (
    <div className="grid gap-x-10 gap-y-5 max-xl:max-w-4xl xl:grid-cols-[minmax(0,1fr)_24rem] xl:grid-rows-[auto_1fr]">
      <div className="flex flex-col gap-5">{what}</div>
      <div className={whenClass}>{when}</div>
      <div className="flex flex-col gap-5">{children}</div>
    </div>
  );
}

export const TimePair = ({ children }: { children: ReactNode }) => (
  <div className="grid grid-cols-[repeat(2,minmax(0,1fr))] gap-x-3 gap-y-5">{children}</div>
);

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

export const OwnerNote = ({ field }: { field: FieldOf }) => (
  <TextField
    {...field("ownerNote")}
    label="Your note"
    hint="Clients never see it."
    rows={2}
    optional
  />
);

/** Fills the form's day and time; without scripts the server does. */
export function SuggestedTimes({ starts, today }: { starts: readonly Date[]; today: Day }) {
  if (starts.length === 0) return null;
  return (
    <div>
      <p className="mb-2 font-semibold">Next free times</p>
      <ul className="grid grid-cols-2 gap-x-3 gap-y-2">
        {starts.map((start) => (
          <li key={start.getTime()}>
            <button
              type="submit"
              name="pick"
              value={wallTime(start).slice(0, 16)}
              formNoValidate
              onClick={pick}
              className="button quiet min-h-11! w-full px-2! py-1! text-base tabular-nums"
            >
              {capitalised(shortTime(start, today))}
            </button>
          </li>
        ))}
      </ul>
    </div>
  );
}

const capitalised = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);

function pick(event: MouseEvent<HTMLButtonElement>): void {
  const { form, value } = event.currentTarget;
  if (!form) return;
  event.preventDefault();
  const picked = pickedTime(value);
  for (const [name, text] of Object.entries(picked)) {
    const field = form.elements.namedItem(name);
    if (field instanceof HTMLInputElement) field.value = text;
  }
}

/** Reads a button's `2026-11-26 10:00`. */
export function pickedTime(value: string): { day: string; time: string } {
  const [day = "", time = ""] = value.split(" ");
  return { day, time };
}

export const startOf = (start: Date) => ({
  day: melbourneDay(start),
  time: wallTime(start).slice(11, 16),
});

type OverlapQuestionProps = { overlaps: ShownOverlaps | undefined; yes: string };

export function OverlapQuestion({ overlaps, yes }: OverlapQuestionProps) {
  if (!overlaps) return null;
  return (
    <FormMessage ok={false}>
      <p className="font-semibold">That time is taken:</p>
      <ul className="mb-3">
        {overlaps.says.map((overlap) => (
          <li key={overlap} className="wrap-anywhere">
            {overlap}
          </li>
        ))}
      </ul>
      <SubmitButton name="anyway" value={overlaps.keys.join(" ")}>
        {yes}
      </SubmitButton>
    </FormMessage>
  );
}

/** `today`: the first day to choose. */
export function AwayFields({ field, today }: { field: FieldOf; today?: string }) {
  return (
    <>
      <div className="grid grid-cols-[minmax(0,1fr)_8.5rem] gap-3">
        <Field {...field("awayFrom")} type="date" label="Away from" min={today} />
        <Field {...field("awayFromTime")} type="time" label="Time" optional />
        <Field {...field("awayUntil")} type="date" label="Last day" min={today} />
        <Field {...field("awayUntilTime")} type="time" label="Time" optional />
      </div>
      <Field
        {...field("awayTitle")}
        label="What for"
        optional
        autoComplete="off"
        hint="Clients never see it."
      />
    </>
  );
}
