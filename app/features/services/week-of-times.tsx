import {
  type Day,
  longDay,
  longMonth,
  melbourneZone,
  monthOf,
  shortDay,
} from "#app/values/calendar.ts";
import { zonedDay, zonedTime } from "#app/values/wall-clock.ts";
import { countOf } from "#app/values/wording.ts";
import type { BookableWeek, MonthDay, WeekDay } from "./free-week.ts";
import { weekdayNames } from "./hours.ts";
import { isMelbourneTime } from "./times.ts";

type WeekOfTimesProps = {
  week: BookableWeek;
  zone: string;
  now: Date;
  urlOf: (start: Date) => string;
  weekUrlOf: (day: Day) => string;
};

/** A narrow screen shows the days of the week, a wide one the month and its chosen day. */
export function WeekOfTimes({ week, zone, now, urlOf, weekUrlOf }: WeekOfTimesProps) {
  const today = zonedDay(now, zone);
  // What is chosen goes on at its times, also for the keyboard.
  const shown = { week, today, weekUrlOf: (day: Day) => `${weekUrlOf(day)}#times` };
  return (
    <section
      aria-label="Free times"
      className={"mt-6 md:grid md:grid-cols-[46%_minmax(0,1fr)] md:items-start md:gap-x-10"}
    >
      <Month {...shown} />
      <div id="times">
        <WeekHead {...shown} />
        {week.chosen ? (
          <FreeTimes days={shownDays(week, today)} chosen={week.chosen} zone={zone} urlOf={urlOf} />
        ) : (
          <NothingFree {...shown} zone={zone} />
        )}
        {week.chosen && week.next && (
          <p className="mt-4 md:hidden">
            <a className="link inline-block py-2.5" href={shown.weekUrlOf(week.next)}>
              More times from {shortDay(week.next, today)}
              <span aria-hidden="true"> →</span>
            </a>
          </p>
        )}
      </div>
    </section>
  );
}

type Shown = { week: BookableWeek; today: Day; weekUrlOf: (day: Day) => string };

/** Those that are over only if they have times in the visitor's zone. */
const shownDays = ({ days }: BookableWeek, today: Day) =>
  days.filter(({ day, starts }) => starts.length > 0 || day >= today);

function Month({ week: { month, chosen }, today, weekUrlOf }: Shown) {
  const arrow = (day: Day | null, rel: "prev" | "next") =>
    day && (
      <a
        className="flex min-h-11 items-center px-3 hover:text-accent"
        href={weekUrlOf(day)}
        rel={rel}
      >
        <span aria-hidden="true">{rel === "prev" ? "←" : "→"}</span>
        <span className="sr-only">{longMonth(monthOf(day))}</span>
      </a>
    );
  return (
    <div className="max-md:hidden">
      <div className="flex min-h-11 items-center justify-between">
        <h2 id="month" className="display-3">
          {longMonth(month.month)}
        </h2>
        <nav aria-label="Months" className="-mr-3 flex">
          {arrow(month.previous, "prev")}
          {arrow(month.next, "next")}
        </nav>
      </div>
      <table aria-labelledby="month" className="w-full table-fixed">
        <thead className="text-base text-soft">
          <tr>
            {weekdayNames.map((name) => (
              <th key={name} scope="col" abbr={name} className="font-normal">
                {name.slice(0, 3)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody className="tabular-nums">
          {month.weeks.map((days) => (
            <tr key={days[0]!.day}>
              {days.map(({ day, count }, index) => (
                <td key={weekdayNames[index]} className="p-0.5">
                  <DayOfMonth
                    day={day}
                    count={count}
                    isOfMonth={monthOf(day) === month.month}
                    isChosen={day === chosen}
                    isToday={day === today}
                    url={weekUrlOf(day)}
                  />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

type DayOfMonthProps = MonthDay & {
  isOfMonth: boolean;
  isChosen: boolean;
  isToday: boolean;
  url: string;
};

function DayOfMonth({ day, count, isOfMonth, isChosen, isToday, url }: DayOfMonthProps) {
  const box = "flex min-h-11 items-center justify-center rounded-sm ";
  const number = Number(day.slice(8));
  const date = isToday ? <span className="border-b-2 border-brass">{number}</span> : number;
  const name = `${dayAndMonth(day)}${isToday ? ", today" : ""}`;
  if (count === 0)
    return (
      <span className={`${box} text-soft`}>
        {isOfMonth && date}
        {isToday && <span className="sr-only">, today</span>}
      </span>
    );
  const look = isChosen
    ? "bg-fill text-on-fill forced-color-adjust-none"
    : `hover:text-accent ${isOfMonth ? "bg-raised" : "border border-line"}`;
  return (
    <a
      href={url}
      aria-label={`${name}, ${countOf(count, "time")}`}
      aria-current={isChosen ? "true" : undefined}
      className={`${box} font-semibold ${look}`}
    >
      {date}
    </a>
  );
}

/** `Tuesday 3 March`. */
const dayAndMonth = (day: Day) => longDay(day).replace(",", "").slice(0, -5);

function WeekHead({ week: { days, previous, next }, week, today, weekUrlOf }: Shown) {
  const last = days.at(-1)!.day;
  const first = shownDays(week, today)[0]?.day ?? last;
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-3 gap-y-2 md:hidden">
      <h2 className="display-3">
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
  );
}

function NothingFree({
  week: { nearest, days },
  zone,
  today,
  weekUrlOf,
}: Shown & { zone: string }) {
  const jump = nearest && zonedDay(nearest, zone);
  return (
    <div className="mt-4 border-y border-line py-8 md:mt-0">
      <p className="text-lg">Nothing is free in this week.</p>
      {jump && (
        <p className="mt-4">
          <a className="button" href={weekUrlOf(jump)}>
            {jump > days.at(-1)!.day ? "First free time" : "Last free time"}:{" "}
            {shortDay(jump, today)}
          </a>
        </p>
      )}
    </div>
  );
}

type FreeTimesProps = {
  days: readonly WeekDay[];
  chosen: Day;
  zone: string;
  urlOf: (start: Date) => string;
};

function FreeTimes({ days, chosen, zone, urlOf }: FreeTimesProps) {
  return (
    <ol className="mt-4 md:mt-0">
      {days.map(({ day, starts }) => (
        <li
          key={day}
          className={
            "grid gap-x-6 gap-y-3 border-t border-line py-4 last:border-b sm:grid-cols-[7.5rem_1fr] " +
            (day === chosen ? "md:grid-cols-1 md:border-0 md:py-0 md:last:border-b-0" : "md:hidden")
          }
        >
          <h3 className={starts.length > 0 ? "text-lg sm:pt-2" : "text-lg text-soft"}>
            <span className={day === chosen ? "md:hidden" : undefined}>{shortDay(day, day)}</span>
            {day === chosen && <span className="max-md:hidden">{dayAndMonth(day)}</span>}
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
                      <span className="sr-only">{`, ${longDay(day)}`}</span>
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
