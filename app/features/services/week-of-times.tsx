import { type Day, shortDay, longDay, melbourneZone } from "#app/values/calendar.ts";
import { zonedDay, zonedTime } from "#app/values/wall-clock.ts";
import type { BookableWeek, WeekDay } from "./free-week.ts";
import { isMelbourneTime } from "./times.ts";

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

type FreeTimesProps = { days: readonly WeekDay[]; zone: string; urlOf: (start: Date) => string };

function FreeTimes({ days, zone, urlOf }: FreeTimesProps) {
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
