import { href } from "react-router";
import { PageLink, RecordLink } from "#app/ui/admin/access.tsx";
import { type Day, shortDay, wallTime } from "#app/values/calendar.ts";
import { toMinutes } from "#app/values/time-of-day.ts";
import {
  type DayItem,
  type PlacedItem,
  timeOnDay,
  type WeekColumn,
} from "#app/features/diary/agenda.ts";
import { marksOf } from "./parts.tsx";

type WeekGridProps = {
  columns: readonly WeekColumn[];
  firstHour: number;
  lastHour: number;
  today: Day;
  now: Date;
};

export function WeekGrid({ columns, firstHour, lastHour, today, now }: WeekGridProps) {
  const hours = Array.from({ length: lastHour - firstHour }, (_, index) => firstHour + index);
  const minute = toMinutes(wallTime(now).slice(11, 16));
  const drawn = minute >= firstHour * 60 && minute < lastHour * 60;
  return (
    <div className={`week ${weekHours(hours.length)}`}>
      <ol aria-hidden="true" className="week-clock">
        {hours.map((hour) => (
          <li key={hour}>{hourName(hour)}</li>
        ))}
      </ol>
      {columns.map((column) => (
        <WeekDay
          key={column.day}
          column={column}
          firstHour={firstHour}
          today={today}
          nowAt={drawn && column.day === today ? minute : null}
        />
      ))}
    </div>
  );
}

export const hourName = (hour: number) => `${hour % 12 || 12}${hour % 24 < 12 ? "am" : "pm"}`;

type WeekDayProps = { column: WeekColumn; firstHour: number; today: Day; nowAt: number | null };

function WeekDay({ column, firstHour, today, nowAt }: WeekDayProps) {
  const { day, allDay, timed, open } = column;
  const [weekday, ...date] = shortDay(day, today).split(" ");
  return (
    <section aria-labelledby={`column-${day}`} className="week-day">
      <h2 id={`column-${day}`} className="week-head font-sans tracking-normal">
        <PageLink
          to={`${href("/admin/diary/new")}?day=${day}`}
          title="New appointment on this day"
          className={`hover:text-accent ${day === today ? "font-semibold text-accent" : ""}`}
        >
          {weekday} <span className="whitespace-nowrap">{date.join(" ")}</span>
        </PageLink>
      </h2>
      <ul className="week-all-day">
        {allDay.map((item) => (
          <li key={item.key}>
            <WeekItem day={day} item={item} />
          </li>
        ))}
      </ul>
      <ol className="week-times">
        {open.map(({ opens, closes }) => (
          <li
            key={opens}
            aria-hidden="true"
            className={`week-open ${placeOf(opens, closes, firstHour)}`}
          />
        ))}
        {timed.map((item) => (
          <li
            key={item.key}
            className={`week-item ${placeInLanes(item)} ${placeOf(item.from, item.until, firstHour)}`}
          >
            <WeekItem day={day} item={item} />
          </li>
        ))}
        {nowAt !== null && (
          <li aria-hidden="true" className={`week-now ${placeOf(nowAt, nowAt + 5, firstHour)}`} />
        )}
      </ol>
    </section>
  );
}

const kindClasses: Partial<Record<DayItem["kind"], string>> = {
  busy: "week-busy",
  block: "week-block",
  away: "week-block",
};

function WeekItem({ day, item }: { day: Day; item: DayItem | PlacedItem }) {
  const { title, detail, state, clashes, to } = item;
  const length = item.until - item.from;
  const marks = marksOf(item).map(({ text: mark }) => mark);
  const [begins, ends] = timeOnDay(item, day).split("–");
  const isOver = state === "done" || state === "no-show";
  const className = [
    "week-entry",
    kindClasses[item.kind] ?? "",
    state === "requested" || state === "held" ? "week-waiting" : "",
    isOver ? "week-over" : "",
    length < 20 ? "week-short" : "",
    clashes ? "week-clash" : "",
  ].join(" ");
  const text = (
    <>
      <span className={`block truncate ${isOver ? "" : "font-semibold"}`}>{title}</span>
      <span className="block truncate tabular-nums">
        {marks.length > 0 && <span className="font-semibold text-danger">{marks.join(", ")} </span>}
        <span className={item.isAllDay && !item.isUntimed ? "sr-only" : ""}>{begins}</span>
        {/* Beside a mark there is no room for the end, which the height shows. */}
        {ends && <span className={marks.length > 0 ? "sr-only" : ""}>–{ends}</span>}
      </span>
      {detail && (
        // An hour has room for two whole lines.
        <span className={`text-soft ${length < 60 ? "block truncate" : "line-clamp-2"}`}>
          {detail.replace(/, \d+ minutes$/, "")}
        </span>
      )}
    </>
  );
  if (!to) return <div className={className}>{text}</div>;
  return (
    <RecordLink to={to} className={className}>
      {text}
    </RecordLink>
  );
}

/* The CSP allows no style attributes: each figure is a class, which admin.css lists for Tailwind. */

const figure = (name: string, value: number) => `[--${name}:${value}]`;

export const weekHours = (hours: number) => figure("week-hours", hours);

/** In minutes of the day. Rounded down, so that 23:59 is within the last hour. */
export function placeOf(from: number, until: number, firstHour: number): string {
  const start = Math.floor((from - firstHour * 60) / 5);
  const length = Math.max(1, Math.round((until - from) / 5));
  return [
    figure("at-hour", Math.floor(start / 12)),
    figure("at-step", start % 12),
    figure("for-hours", Math.floor(length / 12)),
    figure("for-steps", length % 12),
  ].join(" ");
}

const placeInLanes = ({ lane, lanes }: { lane: number; lanes: number }) =>
  `${figure("lane", lane)} ${figure("lanes", lanes)}`;
