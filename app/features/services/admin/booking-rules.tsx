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

const row = "grid gap-x-5 gap-y-3 sm:grid-cols-2";

/** What is set once and seldom changed. */
export function BookingRules({ field, isNew }: BookingRulesProps) {
  const number = (name: keyof ServiceInput, hint?: string) => (
    <Field {...field(name, hint)} inputMode="numeric" />
  );
  return (
    <fieldset className="flex flex-col gap-3">
      <legend className="display-3 mb-3 font-display">Booking rules</legend>
      <div className={row}>
        {number("bufferBefore", "To get there or to set up.")}
        {number("bufferAfter", "To breathe between two sessions.")}
        {number("step", "30 offers 10:00, 10:30, 11:00.")}
        <Field {...field("mostPerDay", "Empty for any number.")} optional inputMode="numeric" />
        {number("notice", "Nobody books at the last minute.")}
        {number("daysAhead")}
        {number("changeNotice", "Or cancel. Later, clients are asked to call you.")}
        <Field
          {...field(
            "slug",
            isNew
              ? "Empty: made from the name."
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
