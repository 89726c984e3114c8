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
  isNew: boolean;
};

/** Two fields in a row, their labels, controls and hints each on one line. */
export const fieldPairs = [
  "grid gap-x-5 gap-y-3 sm:grid-cols-2 sm:gap-y-1.5",
  "sm:*:row-span-3 sm:*:grid sm:*:grid-rows-subgrid sm:*:pb-1.5 sm:[&_label]:self-end",
].join(" ");

/** What is set once and seldom changed. */
export function BookingRules({ field, isNew }: BookingRulesProps) {
  const number = (name: keyof ServiceInput, hint?: string) => (
    <Field {...field(name, hint)} inputMode="numeric" />
  );
  return (
    <fieldset className="flex flex-col gap-3">
      <legend className="display-3 mb-3 font-display">Booking rules</legend>
      <div className={fieldPairs}>
        {number("bufferBefore", "To get there or to set up.")}
        {number("bufferAfter", "To breathe between two sessions.")}
        {number("step", "30 offers 10:00, 10:30, 11:00.")}
        <Field {...field("mostPerDay", "Leave empty for no limit.")} optional inputMode="numeric" />
        {number("notice", "Nobody books at the last minute.")}
        {number("daysAhead")}
        {number("changeNotice", "Or cancel. Later, clients are asked to call you.")}
        <Field
          {...field(
            "slug",
            isNew
              ? "Leave empty to make it from the name."
              : "The last part of its page's address. Old links stop working.",
          )}
          optional
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
        />
      </div>
    </fieldset>
  );
}
