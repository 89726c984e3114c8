import type { ComponentType } from "react";
import { Field, TickField } from "#app/ui/fields.tsx";
import type { DraftKind, DraftValues } from "#app/features/quotes/draft.ts";
import { addOnNames, studentRehearsalMinutes } from "#app/features/quotes/kinds.ts";

type FieldOf = (name: string) => {
  name: string;
  defaultValue: string | undefined;
  error: string | undefined;
  required: boolean;
};

function LivePianoPrice({ field, values }: { field: FieldOf; values: DraftValues }) {
  const addOns = [
    ["rehearsal", "offersRehearsal", "containsRehearsal"],
    ["extraHour", "offersExtraHour", "containsExtraHour"],
  ] as const;
  return (
    <>
      <Field {...field("base")} label="Live piano" inputMode="decimal" required />
      <div className="grid gap-5 sm:grid-cols-2">
        {addOns.map(([name, offers, contains]) => (
          <div key={name}>
            <Field {...field(name)} label={addOnNames[name]} inputMode="decimal" required />
            <TickField name={offers} defaultChecked={values[offers] === "on"}>
              Offer to this client
            </TickField>
            {values[contains] === "on" && (
              <TickField name={contains} defaultChecked>
                Already included in this quote
              </TickField>
            )}
          </div>
        ))}
      </div>
    </>
  );
}

function HourlyPrice({ field }: { field: FieldOf }) {
  return (
    <>
      <div className="grid gap-5 sm:grid-cols-3">
        <Field {...field("hourlyRate")} label="Hourly rate" inputMode="decimal" required />
        <Field {...field("hours")} label="Hours" inputMode="decimal" required />
        <Field {...field("preparation")} label="Show preparation" inputMode="decimal" required />
      </div>
      <p className="font-semibold">Student rehearsals (per student); leave blank to hide</p>
      <div className="grid gap-5 sm:grid-cols-3">
        {studentRehearsalMinutes.map((minutes) => (
          <Field
            key={minutes}
            {...field(`student${minutes}`)}
            label={`${minutes} minutes`}
            inputMode="decimal"
          />
        ))}
      </div>
    </>
  );
}

export const priceFields: Record<
  DraftKind,
  ComponentType<{ field: FieldOf; values: DraftValues }>
> = {
  "live-piano": LivePianoPrice,
  hourly: HourlyPrice,
};
