import type { Week } from "#app/features/services/hours.ts";
import { weekdayNames, weekInWords } from "#app/features/services/hours-words.ts";
import { hourName, placeOf, weekHours } from "#app/routes/admin/diary/week.tsx";
import { toMinutes } from "#app/values/time-of-day.ts";

/** Open times to scale, from the first hour to the last; nothing for a week that is closed. */
export function WeekInBars({ week }: { week: Week }) {
  const days = week.map((times) =>
    times.map(([from, until]) => ({ from: toMinutes(from), until: toMinutes(until) || 1440 })),
  );
  const all = days.flat();
  if (all.length === 0) return null;
  const firstHour = Math.floor(Math.min(...all.map(({ from }) => from)) / 60);
  const lastHour = Math.ceil(Math.max(...all.map(({ until }) => until)) / 60);
  const hours = Array.from({ length: lastHour - firstHour }, (_, index) => firstHour + index);
  const step = Math.ceil(hours.length / 5);
  return (
    <div role="img" aria-label={weekInWords(week)} className={`bars ${weekHours(hours.length)}`}>
      {days.map((spans, index) => (
        <div key={weekdayNames[index]} className="bars-day">
          <span>{weekdayNames[index]!.slice(0, 3)}</span>
          <ol>
            {spans.map(({ from, until }) => (
              <li key={from} className={`bars-open ${placeOf(from, until, firstHour)}`} />
            ))}
          </ol>
        </div>
      ))}
      <div className="bars-day">
        <ol className="bars-clock">
          {hours
            .filter((hour) => (hour - firstHour) % step === 0)
            .map((hour) => (
              <li key={hour} className={placeOf(hour * 60, hour * 60, firstHour)}>
                {hourName(hour)}
              </li>
            ))}
        </ol>
      </div>
    </div>
  );
}
