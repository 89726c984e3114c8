import { Form, href, Link } from "react-router";
import { guardNames } from "#app/features/intake/model.ts";
import { Field, SelectField } from "#app/ui/fields.tsx";
import { ErrorSummary, FormFailure } from "#app/ui/form-messages.tsx";
import { Parts } from "#app/ui/admin/parts.tsx";
import { useFormErrors } from "#app/ui/use-form-errors.ts";
import { readWeek } from "../hours.ts";
import { weekSchema } from "../hours-schema.ts";
import { weekdayNames, weekInWords } from "../hours-words.ts";
import { typedTimes, weekPrefixes } from "../typed-times.ts";
import type { HoursState, ShownWeek } from "./hours-state.ts";
import { TimeFields } from "./time-fields.tsx";
import { useTimes } from "./use-times.ts";

type WeekFormProps = {
  week: ShownWeek;
  services: Readonly<Record<string, string>>;
  formKey: string;
  posted: HoursState | undefined;
  busy: boolean;
};

// On a phone the fields of a day have no room beside its name.
const dayClass = [
  "grid items-baseline gap-x-4 border-b border-line py-2 sm:items-start",
  "grid-cols-[8rem_minmax(0,1fr)] max-sm:has-[input]:grid-cols-[minmax(0,1fr)]",
].join(" ");

const forClass = "grid grid-cols-[repeat(2,minmax(0,1fr))] gap-x-4 gap-y-1 sm:gap-x-5";
const newClass = "xl:grid-cols-[repeat(3,minmax(0,1fr))]";
const besideClass = "flex flex-col gap-5 xl:grid xl:grid-cols-2 xl:items-start xl:gap-x-16";

export function WeekForm({ week, services, formKey, posted, busy }: WeekFormProps) {
  const { errors, handlers, clearValid } = useFormErrors(weekSchema, posted?.errors);
  const { form, values, change, typed, changeTimes, onInput } = useTimes(
    posted?.values ?? week.values,
    clearValid,
  );
  const shown = posted?.values ?? week.values;
  const isNew = week.id === null && !week.isUsual;
  const field = (name: string) => ({ name, defaultValue: shown[name] ?? "", error: errors[name] });
  const inWords = weekInWords(
    readWeek(
      weekPrefixes.map((prefix) =>
        typedTimes(typed, prefix).map(({ from, until }) => [from, until]),
      ),
    ),
  );
  const copyMonday = (
    <button type="submit" name="intent" value="copy" formNoValidate className="button quiet">
      Copy Monday to the other weekdays
    </button>
  );
  return (
    <Form
      method="post"
      ref={form}
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
      <input type="hidden" name="version" value={posted?.version ?? week.version} />
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
            {isNew && copyMonday}
          </div>
        )}
      </div>
      <p className="flex flex-wrap gap-3">
        <button type="submit" name="intent" value="week" className="button" disabled={busy}>
          {busy ? "Saving..." : "Save hours"}
        </button>
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
