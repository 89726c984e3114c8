import { href, Link } from "react-router";
import { type Day, shortDay, wallTime } from "#app/values/calendar.ts";
import { toMinutes } from "#app/values/time-of-day.ts";
import {
  type DayItem,
  type PlacedItem,
  timeOnDay,
  type WeekColumn,
} from "#app/features/diary/admin/agenda.ts";
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
    <div className={`week ${weekHeight(hours.length)}`}>
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

const hourName = (hour: number) => `${hour % 12 || 12}${hour % 24 < 12 ? "am" : "pm"}`;

type WeekDayProps = { column: WeekColumn; firstHour: number; today: Day; nowAt: number | null };

function WeekDay({ column, firstHour, today, nowAt }: WeekDayProps) {
  const { day, allDay, timed, open } = column;
  const [weekday, ...date] = shortDay(day, today).split(" ");
  return (
    <section aria-labelledby={`column-${day}`} className="week-day">
      <h2 id={`column-${day}`} className="week-head">
        <Link
          to={`${href("/admin/diary/new")}?day=${day}`}
          title="New appointment on this day"
          className={`hover:text-accent ${day === today ? "font-semibold text-accent" : ""}`}
        >
          {weekday} <span className="whitespace-nowrap">{date.join(" ")}</span>
        </Link>
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
    <Link to={to} className={className}>
      {text}
    </Link>
  );
}

/* The CSP allows no style attributes: each figure is a class, written out for Tailwind to find. */

const classes = (written: string) => written.trim().split(/\s+/);

const weekHours = classes(`
  [--week-hours:0] [--week-hours:1] [--week-hours:2] [--week-hours:3] [--week-hours:4]
  [--week-hours:5] [--week-hours:6] [--week-hours:7] [--week-hours:8] [--week-hours:9]
  [--week-hours:10] [--week-hours:11] [--week-hours:12] [--week-hours:13]
  [--week-hours:14] [--week-hours:15] [--week-hours:16] [--week-hours:17]
  [--week-hours:18] [--week-hours:19] [--week-hours:20] [--week-hours:21]
  [--week-hours:22] [--week-hours:23] [--week-hours:24]
`);
const atHour = classes(`
  [--at-hour:0] [--at-hour:1] [--at-hour:2] [--at-hour:3] [--at-hour:4] [--at-hour:5]
  [--at-hour:6] [--at-hour:7] [--at-hour:8] [--at-hour:9] [--at-hour:10] [--at-hour:11]
  [--at-hour:12] [--at-hour:13] [--at-hour:14] [--at-hour:15] [--at-hour:16]
  [--at-hour:17] [--at-hour:18] [--at-hour:19] [--at-hour:20] [--at-hour:21]
  [--at-hour:22] [--at-hour:23]
`);
const atStep = classes(`
  [--at-step:0] [--at-step:1] [--at-step:2] [--at-step:3] [--at-step:4] [--at-step:5]
  [--at-step:6] [--at-step:7] [--at-step:8] [--at-step:9] [--at-step:10] [--at-step:11]
`);
const forHours = classes(`
  [--for-hours:0] [--for-hours:1] [--for-hours:2] [--for-hours:3] [--for-hours:4]
  [--for-hours:5] [--for-hours:6] [--for-hours:7] [--for-hours:8] [--for-hours:9]
  [--for-hours:10] [--for-hours:11] [--for-hours:12] [--for-hours:13] [--for-hours:14]
  [--for-hours:15] [--for-hours:16] [--for-hours:17] [--for-hours:18] [--for-hours:19]
  [--for-hours:20] [--for-hours:21] [--for-hours:22] [--for-hours:23] [--for-hours:24]
`);
const forSteps = classes(`
  [--for-steps:0] [--for-steps:1] [--for-steps:2] [--for-steps:3] [--for-steps:4]
  [--for-steps:5] [--for-steps:6] [--for-steps:7] [--for-steps:8] [--for-steps:9]
  [--for-steps:10] [--for-steps:11]
`);
const lanes = classes(`
  [--lanes:1] [--lanes:2] [--lanes:3] [--lanes:4]
`);
const laneOf = classes(`
  [--lane:0] [--lane:1] [--lane:2] [--lane:3]
`);

const weekHeight = (hours: number) => weekHours[hours]!;

/** In minutes of the day. Rounded down, so that 23:59 is within the last hour. */
export function placeOf(from: number, until: number, firstHour: number): string {
  const start = Math.floor((from - firstHour * 60) / 5);
  const length = Math.max(1, Math.round((until - from) / 5));
  return [
    atHour[Math.floor(start / 12)],
    atStep[start % 12],
    forHours[Math.floor(length / 12)],
    forSteps[length % 12],
  ].join(" ");
}

const placeInLanes = ({ lane, lanes: count }: { lane: number; lanes: number }) =>
  `${laneOf[lane]} ${lanes[count - 1]}`;
