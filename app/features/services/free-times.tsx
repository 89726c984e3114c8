import { longDay, melbourneZone, shortDay } from "#app/values/calendar.ts";
import { zonedDay, zonedTime } from "#app/values/wall-clock.ts";
import { isMelbourneTime } from "./times.ts";
import type { WeekDay } from "./week-days.ts";

/** Shows Melbourne's time below each where it differs. */
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
    <ol className="mt-4">
      {days.map(({ day, starts }) => (
        <li
          key={day}
          className="grid gap-x-6 gap-y-3 border-t border-line py-4 last:border-b sm:grid-cols-[7.5rem_1fr]"
        >
          <h3 className={starts.length > 0 ? "text-lg sm:pt-2" : "text-lg text-soft"}>
            {shortDay(day, day)}
            {starts.length === 0 && (
              <span className="font-sans text-base tracking-normal sm:hidden"> · nothing free</span>
            )}
          </h3>
          {starts.length > 0 ? (
            <ul className="grid grid-cols-[repeat(auto-fill,minmax(6.5rem,1fr))] gap-2">
              {starts.map((start) => (
                <li key={start.getTime()}>
                  <a
                    className={
                      "flex min-h-12 flex-col items-center justify-center rounded-sm border " +
                      "border-edge p-1 font-semibold tabular-nums hover:border-accent " +
                      "hover:bg-raised hover:text-accent"
                    }
                    href={urlOf(start)}
                  >
                    <span>
                      {zonedTime(start, zone)}
                      <span className="sr-only">, {longDay(day)}</span>
                    </span>
                    {!isMelbourneTime(start, zone) && <InMelbourne start={start} />}
                  </a>
                </li>
              ))}
            </ul>
          ) : (
            <p className="hidden text-soft sm:block">Nothing free</p>
          )}
        </li>
      ))}
    </ol>
  );
}

function InMelbourne({ start }: { start: Date }) {
  const day = zonedDay(start, melbourneZone);
  return (
    <small className="text-sm font-normal text-soft">
      {shortDay(day, day).slice(0, 3)} {zonedTime(start, melbourneZone)}
      <span className="sr-only"> in Melbourne</span>
    </small>
  );
}
