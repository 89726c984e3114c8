import { longDay } from "#app/values/calendar.ts";
import { zonedTime } from "#app/values/wall-clock.ts";
import type { WeekDay } from "./week-days.ts";

/** The free times of a week as links; a day without any says so. */
export function FreeTimes({
  days,
  zone,
  urlOf,
}: {
  days: readonly WeekDay[];
  zone: string;
  urlOf: (start: Date) => string;
}) {
  return (
    <ol className="mt-4 flex flex-col">
      {days.map(({ day, starts }) => (
        <li key={day} className="border-t border-line py-4">
          <h3 className={starts.length > 0 ? "font-semibold" : "text-soft"}>
            {longDay(day)}
            {starts.length === 0 && ": nothing free"}
          </h3>
          {starts.length > 0 && (
            <ul className="mt-2 flex flex-wrap gap-2">
              {starts.map((start) => (
                <li key={start.getTime()}>
                  <a className="button quiet min-w-28 tabular-nums" href={urlOf(start)}>
                    {zonedTime(start, zone)}
                    <span className="sr-only">, {longDay(day)}</span>
                  </a>
                </li>
              ))}
            </ul>
          )}
        </li>
      ))}
    </ol>
  );
}
