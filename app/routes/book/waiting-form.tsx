import { GuardFields } from "#app/features/intake/form-guard.tsx";
import { guardOf } from "#app/features/intake/model.ts";
import { weekdayNames } from "#app/features/services/hours-words.ts";
import { partOfDayLabels } from "#app/features/waiting/model.ts";
import type { FormState } from "#app/server/http/forms.server.ts";
import { ChoiceField, Field, SelectField } from "#app/ui/fields.tsx";
import { ErrorSummary, FormMessage } from "#app/ui/form-messages.tsx";
import type { Day } from "#app/values/calendar.ts";

export function WaitingForm({
  days: { from, until },
  last,
  guard,
  posted,
}: {
  days: { from: Day; until: Day };
  last: Day;
  guard: { token: string; key: string };
  posted: FormState | undefined;
}) {
  const { values = {}, errors = {}, message } = posted ?? {};
  // The first form's key detects a repetition; its token's age shows a person.
  const given = guardOf(values);
  const chosen = values.weekdays?.split("\n") ?? weekdayNames;
  return (
    <details open={posted !== undefined} className="mt-8 max-w-md">
      <summary className="link w-fit cursor-pointer py-2.5">Tell me when one frees up</summary>
      <form id="waiting" method="post" className="mt-4 flex flex-col gap-5">
        {Object.keys(errors).length > 0 && <ErrorSummary errors={errors} />}
        {message && <FormMessage ok={false}>{message}</FormMessage>}
        <GuardFields form="waiting" given={given.key ? given : guard} />
        <Field
          name="email"
          label="Email"
          type="email"
          autoComplete="email"
          maxLength={254}
          hint="At most one email a day, and each has a link to stop them."
          defaultValue={values.email}
          error={errors.email}
        />
        <ChoiceField
          name="weekdays"
          legend="Days"
          several
          options={weekdayNames}
          chosen={chosen}
          error={errors.weekdays}
        />
        <SelectField
          name="timeOfDay"
          label="Time of day"
          options={partOfDayLabels}
          defaultValue={values.timeOfDay}
          error={errors.timeOfDay}
        />
        <Field
          name="until"
          type="date"
          label="Until"
          min={from}
          max={until}
          defaultValue={values.until ?? last}
          error={errors.until}
        />
        <button type="submit" className="button self-start">
          Tell me
        </button>
      </form>
    </details>
  );
}
