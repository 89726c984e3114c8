import { Link } from "react-router";
import { type Day, shortDay } from "#app/values/calendar.ts";
import { EmptyList } from "#app/ui/empty-list.tsx";
import { type AgendaDay, type DayItem, timeOnDay } from "./agenda.ts";
import { ItemMarks } from "./item-marks.tsx";

type AgendaProps = { days: readonly AgendaDay[]; today: Day; now: Date };

/** Leaves out empty days except today. On paper each day is a page. */
export function AgendaDays({ days, today, now }: AgendaProps) {
  const shown = days.filter(({ day, items }) => items.length > 0 || day === today);
  if (shown.length === 0) return <EmptyList>Nothing in these two weeks.</EmptyList>;
  return (
    <div className="flex flex-col gap-4 md:gap-0 md:border-b md:border-line print:block print:border-0">
      {shown.map(({ day, items }) => (
        <section key={day} aria-labelledby={`day-${day}`} className={dayClass}>
          <h2
            id={`day-${day}`}
            className={`${headingClass} ${lineAt(day === today && nextOf(items, now) === 0)}`}
          >
            <span className="font-display text-xl">
              {day === today ? "Today" : shortDay(day, today)}
            </span>
            {day === today && <span className="text-base text-soft">{shortDay(day, today)}</span>}
          </h2>
          {items.length === 0 ? (
            <p className="border-t border-line py-2.5 text-soft">Nothing today.</p>
          ) : (
            <DayItems day={day} items={items} isToday={day === today} now={now} />
          )}
        </section>
      ))}
    </div>
  );
}

const dayClass =
  "md:grid md:grid-cols-[14rem_minmax(0,1fr)] print:block print:not-last:break-after-page";
const headingClass = [
  "mb-1 flex flex-wrap items-baseline gap-x-3",
  "md:mb-0 md:content-start md:border-t md:py-2.5 md:pr-6",
].join(" ");

const lineAt = (isNow: boolean) => (isNow ? "border-accent" : "border-line");

const hasPassed = ({ endsAt }: DayItem, now: Date) => endsAt <= now;

/** Index of the item that is on or comes next; -1 for none. */
const nextOf = (items: readonly DayItem[], now: Date) =>
  items.findIndex((item) => !item.isAllDay && !hasPassed(item, now));

type DayItemsProps = { day: Day; items: readonly DayItem[]; isToday: boolean; now: Date };

function DayItems({ day, items, isToday, now }: DayItemsProps) {
  const next = nextOf(items, now);
  return (
    <ol>
      {items.map((item, index) => (
        <li key={item.key} className={`border-t ${lineAt(isToday && index === next)}`}>
          <AgendaItem day={day} item={item} isOver={hasPassed(item, now)} />
        </li>
      ))}
    </ol>
  );
}

const rowClass =
  "grid grid-cols-[8.25rem_minmax(0,1fr)] items-baseline gap-x-3 py-2.5 sm:grid-cols-[9.5rem_minmax(0,1fr)]";

function AgendaItem({ day, item, isOver }: { day: Day; item: DayItem; isOver: boolean }) {
  const text = (
    <>
      <span className="text-base whitespace-nowrap text-soft tabular-nums">
        {timeOnDay(item, day)}
      </span>
      <span className="flex min-w-0 flex-wrap items-baseline gap-x-3 gap-y-1">
        <span className={`wrap-anywhere ${isOver ? "" : "font-semibold"}`}>{item.title}</span>
        {item.detail && <span className="text-base text-soft wrap-anywhere">{item.detail}</span>}
        <ItemMarks {...item} />
      </span>
    </>
  );
  const isPale = item.kind === "busy" || isOver ? "text-soft" : "";
  if (!item.to) return <div className={`${rowClass} text-soft italic`}>{text}</div>;
  return (
    <Link to={item.to} className={`${rowClass} ${isPale} hover:text-accent`}>
      {text}
    </Link>
  );
}
