import { type Day, shortDay } from "#app/values/calendar.ts";
import { zonedDay } from "#app/values/wall-clock.ts";
import { FreeTimes } from "./free-times.tsx";
import type { BookableWeek } from "./free-week.ts";

export function WeekOfTimes({
  week: { days, previous, next, nearest },
  zone,
  now,
  urlOf,
  weekUrlOf,
}: {
  week: BookableWeek;
  zone: string;
  now: Date;
  urlOf: (start: Date) => string;
  weekUrlOf: (day: Day) => string;
}) {
  const today = zonedDay(now, zone);
  const shown = days.filter(({ day, starts }) => starts.length > 0 || day >= today);
  const last = days.at(-1)!.day;
  const first = shown[0]?.day ?? last;
  const jump = nearest && zonedDay(nearest, zone);
  return (
    <section aria-labelledby="week" className="mt-6">
      <div className="flex flex-wrap items-center justify-between gap-x-3 gap-y-2">
        <h2 id="week" className="display-3">
          {first < last && `${shortDay(first, today)} to `}
          {shortDay(last, today)}
        </h2>
        <nav aria-label="Weeks" className="flex gap-6 text-base whitespace-nowrap">
          {previous && (
            <a className="link py-2.5" href={weekUrlOf(previous)} rel="prev">
              <span aria-hidden="true">← </span>Previous week
            </a>
          )}
          {next && (
            <a className="link py-2.5" href={weekUrlOf(next)} rel="next">
              Next week<span aria-hidden="true"> →</span>
            </a>
          )}
        </nav>
      </div>
      {jump ? (
        <div className="mt-4 border-y border-line py-8">
          <p className="text-lg">Nothing is free in this week.</p>
          <p className="mt-4">
            <a className="button" href={weekUrlOf(jump)}>
              {jump > last ? "First free time" : "Last free time"}: {shortDay(jump, today)}
            </a>
          </p>
        </div>
      ) : (
        <>
          <FreeTimes days={shown} zone={zone} urlOf={urlOf} />
          {next && (
            <p className="mt-4">
              <a className="link inline-block py-2.5" href={weekUrlOf(next)}>
                More times from {shortDay(next, today)}
                <span aria-hidden="true"> →</span>
              </a>
            </p>
          )}
        </>
      )}
    </section>
  );
}
