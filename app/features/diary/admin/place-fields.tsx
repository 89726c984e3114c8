import { placeLabels } from "#app/features/services/labels.ts";
import { servicePlaces } from "#app/server/database/enums.ts";
import { Field, SelectField } from "#app/ui/fields.tsx";
import { usualTravel } from "#app/values/travel.ts";
import type { FieldOf } from "./new-entry-form.tsx";

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
