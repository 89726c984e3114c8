import { Field } from "#app/ui/fields.tsx";
import type { ServiceInput } from "../service-schema.ts";

type BookingRulesProps = {
  field: (
    name: keyof ServiceInput,
    hint?: string,
  ) => {
    name: keyof ServiceInput;
    label: string;
    defaultValue: string;
    error: string | undefined;
    hint: string | undefined;
  };
};

/** Labels, controls and hints of a pair share their lines; text takes a row on a phone. */
export const fieldPairs = [
  "grid grid-cols-[repeat(2,minmax(0,1fr))] gap-x-4 gap-y-1.5 sm:gap-x-5",
  "*:row-span-3 *:grid *:grid-rows-subgrid *:pb-2.5 sm:*:pb-1.5 [&_label]:self-end",
  "max-sm:*:not-has-[[inputmode]]:col-span-2 max-sm:[&_p]:text-base",
].join(" ");

/** On a phone a rule is a row with its number at the end. */
const ruleClass = [
  "max-sm:*:has-[[inputmode]]:col-span-2 max-sm:*:has-[[inputmode]]:row-span-2",
  "max-sm:*:has-[[inputmode]]:grid-cols-[minmax(0,1fr)_5.5rem] max-sm:*:has-[[inputmode]]:gap-x-4",
  "max-sm:[&_[inputmode]]:col-start-2 max-sm:[&_[inputmode]]:row-span-2 max-sm:[&_[inputmode]]:row-start-1",
  "max-sm:[&_[inputmode]]:self-center max-sm:[&_p]:col-start-1",
].join(" ");

export function BookingRules({ field }: BookingRulesProps) {
  const number = (name: keyof ServiceInput, hint?: string) => (
    <Field {...field(name, hint)} inputMode="numeric" />
  );
  return (
    <fieldset className="flex flex-col gap-3">
      <legend className="display-3 mb-3 font-display">Booking rules</legend>
      <div className={`${fieldPairs} ${ruleClass}`}>
        {number("bufferBefore", "To get there and set up.")}
        {number("bufferAfter", "A pause before the next session.")}
        {number("step", "With 30 you offer 10:00, 10:30, 11:00.")}
        <Field
          {...field("mostPerDay", "Leave it empty for no limit.")}
          optional
          inputMode="numeric"
        />
        {number("notice", "Later than this, nobody can book.")}
        {number("daysAhead", "Further ahead, no times are shown.")}
        {number("changeNotice", "Or to cancel. After that, they call you.")}
      </div>
    </fieldset>
  );
}
