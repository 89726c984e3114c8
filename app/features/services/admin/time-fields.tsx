import { Plus, X } from "#app/ui/icons.gen.tsx";
import type { FieldErrors } from "#app/values/rules.ts";
import { mostTimes, timeField, type TimesValues, typedTimes } from "../typed-times.ts";

const button =
  "flex h-11 min-w-11 shrink-0 cursor-pointer items-center justify-center rounded-sm text-soft hover:text-ink";

type TimeFieldsProps = {
  prefix: string;
  /** Names the fields for screen readers. */
  day: string;
  values: TimesValues;
  errors: FieldErrors;
};

export function TimeFields({ prefix, day, values, errors }: TimeFieldsProps) {
  const times = typedTimes(values, prefix);
  return (
    // As wide without times as with them, so that the buttons of all days line up.
    <div className="flex min-w-0 items-end gap-1 sm:max-w-92">
      <div className="flex min-w-0 grow flex-col gap-2">
        {times.length === 0 && <p className="py-2 text-soft">Closed</p>}
        {times.map((typed, index) => (
          <TimePair
            key={timeField(prefix, index + 1, "from")}
            prefix={prefix}
            number={index + 1}
            of={times.length > 1 ? `${day}, ${index + 1}` : day}
            typed={typed}
            errors={errors}
          />
        ))}
      </div>
      {times.length < mostTimes && (
        <button
          type="submit"
          name="intent"
          value={`add-${prefix}`}
          formNoValidate
          title={`Add times on ${day}`}
          className={button}
        >
          <span className={times.length > 0 ? "sr-only" : ""}>
            Add times<span className="sr-only"> on {day}</span>
          </span>
          <Plus size={20} strokeWidth={2} className="mx-3 text-accent" />
        </button>
      )}
    </div>
  );
}

type TimePairProps = {
  prefix: string;
  number: number;
  of: string;
  typed: { from: string; until: string };
  errors: FieldErrors;
};

function TimePair({ prefix, number, of, typed, errors }: TimePairProps) {
  const field = (end: "from" | "until") => {
    const name = timeField(prefix, number, end);
    const error = errors[name];
    return {
      id: name,
      name,
      type: "time",
      defaultValue: typed[end],
      "aria-label": `${of}: ${end}`,
      "aria-invalid": error ? true : undefined,
      "aria-describedby": `${timeField(prefix, number, "from")}-note`,
      className: "input min-h-11! min-w-0 max-w-36 px-2! py-1.5!",
    } as const;
  };
  const error =
    errors[timeField(prefix, number, "from")] ?? errors[timeField(prefix, number, "until")];
  return (
    <div>
      <div className="flex items-center gap-1.5 sm:gap-2">
        <input {...field("from")} />
        <span aria-hidden="true">–</span>
        <input {...field("until")} />
        <button
          type="submit"
          name="intent"
          value={`remove-${prefix}-${number}`}
          formNoValidate
          title={`Remove ${of}`}
          className={button}
        >
          <X size={20} strokeWidth={2} />
          <span className="sr-only">Remove {of}</span>
        </button>
      </div>
      <p id={`${timeField(prefix, number, "from")}-note`} className="font-semibold text-danger">
        {error}
      </p>
    </div>
  );
}
