import { Link } from "react-router";
import type { readSeason, SeasonItem } from "#app/features/ameb/season.server.ts";
import { mondayOf } from "#app/features/services/free-week.ts";
import { type Day, daysBetween, melbourneZone, shortDay } from "#app/values/calendar.ts";
import { zonedTime } from "#app/values/wall-clock.ts";
import { countOf } from "#app/values/wording.ts";
import { grouped } from "#app/values/older-browsers.ts";

type Season = Awaited<ReturnType<typeof readSeason>>;

const weekClass = [
  "grid gap-x-4 border-t-2 border-brass py-3 lg:grid-cols-7",
  "print:grid-cols-7 print:gap-x-2 print:border-t print:py-0.5",
].join(" ");

/** Every Monday below the others, also in a week without some days. */
const columns = [
  "lg:col-start-1 print:col-start-1",
  "lg:col-start-2 print:col-start-2",
  "lg:col-start-3 print:col-start-3",
  "lg:col-start-4 print:col-start-4",
  "lg:col-start-5 print:col-start-5",
  "lg:col-start-6 print:col-start-6",
  "lg:col-start-7 print:col-start-7",
];

/** A column a day and a row a week; a list on a phone. */
export function SeasonBoard({ season: { days, undated, today } }: { season: Season }) {
  const weeks = [...grouped(days, ({ day }) => mondayOf(day)).entries()];
  return (
    <div className="flex flex-col gap-6 print:gap-0 print:text-[6pt] print:leading-none">
      {undated.length > 0 && (
        <section aria-labelledby="undated" className="bg-raised p-4 print:p-1">
          <h2 id="undated" className="font-semibold">
            Waiting for a date, with the days since they wrote
          </h2>
          <ul className="gap-x-8 md:columns-3 print:columns-6">
            {undated.map(({ id, to, who, days: silent }) => (
              <li key={id} className="break-inside-avoid">
                <ItemLink to={to}>{who}</ItemLink> {countOf(silent, "day")}
              </li>
            ))}
          </ul>
        </section>
      )}
      {days.length === 0 && <p>Nothing has a date in these weeks yet.</p>}
      {weeks.map(([monday, some]) => (
        <div key={monday} className={weekClass}>
          {some.map(({ day, items }) => (
            <SeasonDay key={day} day={day} items={items} today={today} />
          ))}
        </div>
      ))}
    </div>
  );
}

type DayProps = { day: Day; items: readonly SeasonItem[]; today: Day };

function SeasonDay({ day, items, today }: DayProps) {
  return (
    <section
      aria-label={shortDay(day, today)}
      className={`max-lg:mb-4 print:mb-0 ${columns[daysBetween(mondayOf(day), day)]}`}
    >
      <h2 className="font-semibold" aria-current={day === today ? "date" : undefined}>
        {shortDay(day, today)}
      </h2>
      <ol>
        {items.map(({ id, to, who, what, notes, stop, gap }) => (
          <li key={id} className="wrap-anywhere">
            {gap && (gap.needed > 0 || gap.minutes < 0) && <Gap {...gap} />}
            <p className="border-t border-line py-1.5 print:truncate print:leading-none print:border-0 print:py-px">
              <span className="font-semibold tabular-nums">
                {stop ? zonedTime(stop.startsAt, melbourneZone) : "–"}
              </span>{" "}
              <ItemLink to={to}>{who}</ItemLink>{" "}
              {notes.length > 0 && (
                <span className="block text-base font-semibold print:inline print:text-[6pt] print:leading-none">
                  {notes.join(" · ")}
                </span>
              )}
              <span className="block text-base text-soft print:truncate print:text-[6pt] print:leading-none">
                {what}
              </span>
            </p>
          </li>
        ))}
      </ol>
    </section>
  );
}

const ItemLink = ({ to, children }: { to: string; children: string }) => (
  <Link className="link tall print:p-0 print:no-underline" to={to}>
    {children}
  </Link>
);

function Gap({ minutes, needed }: { minutes: number; needed: number }) {
  if (minutes >= needed)
    return <p className="text-base text-soft print:hidden">{minutes} min between</p>;
  const short = minutes < 0 ? "At the same time" : `${minutes} min between, ${needed} needed`;
  return (
    <p className="text-base font-semibold text-danger print:text-[6pt] print:leading-none">
      {short}
    </p>
  );
}
