import { useState } from "react";
import { type CalendarField, ownCalendar } from "#app/content/fields.ts";
import { useIsSample } from "./editor-context.ts";
import type { FieldProps } from "./field-control.tsx";
import { controlProps, FieldNote, SampleMark } from "./field-frame.tsx";
import { ownCalendarLabel } from "./field-text.ts";
import { useFreshError } from "./leaf-control.tsx";

export function CalendarControl({ field, path, value }: FieldProps<CalendarField>) {
  const isOwn = value === ownCalendar;
  const first = isOwn ? "" : String(value ?? "");
  const [whose, setWhose] = useState(isOwn ? ownCalendar : "other");
  const [address, setAddress] = useState(first);
  const isSample = useIsSample(path, address);
  const error = useFreshError(path, `${whose} ${address}`);
  const choices = { [ownCalendar]: ownCalendarLabel, other: "Another site's calendar" };
  return (
    <fieldset className="min-w-0 scroll-mt-28">
      <legend className="mb-1 flex w-full items-baseline justify-between gap-3">
        <span className="font-semibold">{field.label}</span>
        {isSample && <SampleMark />}
      </legend>
      <div className="flex flex-wrap gap-x-6">
        {Object.entries(choices).map(([choice, label]) => (
          <label key={choice} className="flex min-h-11 items-center gap-2">
            <input
              type="radio"
              name={`${path}.whose`}
              value={choice}
              defaultChecked={choice === whose}
              onChange={() => setWhose(choice)}
              className="size-5 accent-(--fill)"
            />
            {label}
          </label>
        ))}
      </div>
      <div className={whose === ownCalendar ? "hidden noscript:block" : "flex flex-col gap-1.5"}>
        <label htmlFor={path} className="sr-only">
          Its address
        </label>
        <input
          {...controlProps(path, { ...(error && { error }) })}
          inputMode="url"
          spellCheck={false}
          placeholder="https://"
          defaultValue={first}
          onInput={({ currentTarget }) => setAddress(currentTarget.value)}
          className="input text-ellipsis"
        />
        <FieldNote id={path} error={error} />
      </div>
    </fieldset>
  );
}
