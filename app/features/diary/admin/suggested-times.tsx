import type { MouseEvent } from "react";
import { type Day, melbourneDay, shortTime, wallTime } from "#app/values/calendar.ts";

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
