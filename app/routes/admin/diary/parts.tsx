import { useEffect, useRef } from "react";
import { Form, href, Link, useNavigation } from "react-router";
import { PageLink, RecordLink } from "#app/ui/admin/access.tsx";
import { ChevronLeft, ChevronRight } from "#app/ui/icons.gen.tsx";
import { addDays, type Day, isDay, longDay, shortDay } from "#app/values/calendar.ts";
import {
  diaryUrl,
  type AgendaDay,
  type DayItem,
  timeOnDay,
  type DiaryItem,
} from "#app/features/diary/agenda.ts";
import { EmptyList } from "#app/ui/empty-list.tsx";
import { Badge } from "#app/ui/badge.tsx";

type Days = { from: Day; until: Day };

type DiaryNavProps = {
  day: Day;
  today: Day;
  week: Days;
  /** Days shown where there is no room for a week. */
  agenda: Days;
  isAgenda: boolean;
};

const stepClass = "button quiet min-h-11! px-3.5! max-sm:px-3! hover:relative";
const periodClass = "font-display text-xl max-md:w-full md:order-1 md:ml-3";

export function DiaryNav({ day, today, week, agenda, isAgenda }: DiaryNavProps) {
  const nav = useRef<HTMLElement>(null);
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const isAlone = !(event.ctrlKey || event.metaKey || event.altKey || event.shiftKey);
      if (isAlone) follow(nav.current, event);
    };
    addEventListener("keydown", onKey);
    return () => removeEventListener("keydown", onKey);
  });
  const { location } = useNavigation();
  const isStep = location?.pathname === href("/admin/diary");
  const coming = (isStep && new URLSearchParams(location.search).get("day")) || "";
  // The second press of a key goes on from the days that the first asked for.
  const from = isDay(coming) ? coming : day;
  const to = (other: Day) => diaryUrl(other, isAgenda);
  return (
    <nav ref={nav} aria-label="Days" className="flex flex-wrap items-center gap-2">
      <p className={`${periodClass} ${isAgenda ? "" : "lg:hidden"}`}>{daysInWords(agenda)}</p>
      {!isAgenda && <p className={`${periodClass} max-lg:hidden`}>{daysInWords(week)}</p>}
      <div className="flex self-stretch">
        <Link
          className={`${stepClass} rounded-r-none!`}
          to={to(addDays(from, -7))}
          data-key="ArrowLeft"
          rel="prev"
        >
          <ChevronLeft size={20} strokeWidth={1.6} />
          <span className="sr-only">A week back</span>
        </Link>
        <Link
          className={`${stepClass} -mx-px rounded-none!`}
          to={isAgenda ? to(today) : href("/admin/diary")}
        >
          Today
        </Link>
        <Link
          className={`${stepClass} rounded-l-none!`}
          to={to(addDays(from, 7))}
          data-key="ArrowRight"
          rel="next"
        >
          <ChevronRight size={20} strokeWidth={1.6} />
          <span className="sr-only">A week on</span>
        </Link>
      </div>
      <Form
        method="get"
        action={href("/admin/diary")}
        className="flex min-w-0 grow max-sm:basis-40 sm:justify-end md:order-2"
      >
        {isAgenda && <input type="hidden" name="view" value="agenda" />}
        <input
          key={day}
          type="date"
          name="day"
          aria-label="Day"
          defaultValue={day}
          min="1900-01-01"
          max="9998-12-31"
          required
          className="input diary-day min-h-11 rounded-r-none! sm:w-auto!"
        />
        <button type="submit" className={`${stepClass} -ml-px rounded-l-none!`}>
          Go
        </button>
      </Form>
      <Link className="link order-3 ml-2 hidden lg:inline" to={diaryUrl(day, !isAgenda)}>
        {isAgenda ? "Week" : "Agenda"}
      </Link>
    </nav>
  );
}

function daysInWords({ from, until }: Days): string {
  const [first, last] = [from, until].map((day) => longDay(day).split(", ")[1] ?? "");
  const [date, month, year] = first!.split(" ");
  if (last!.endsWith(` ${month} ${year}`)) return `${date}–${last}`;
  return `${last!.endsWith(` ${year}`) ? `${date} ${month}` : first} – ${last}`;
}

function follow(nav: HTMLElement | null, { key, target }: KeyboardEvent): void {
  if (!(target instanceof HTMLElement) || target.closest("input, textarea, select, dialog")) return;
  if (!/^Arrow(Left|Right)$/.test(key)) return;
  nav?.querySelector<HTMLAnchorElement>(`[data-key="${key}"]`)?.click();
}

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
const headingClass =
  "mb-1 flex flex-wrap items-baseline gap-x-3 " +
  "md:mb-0 md:content-start md:border-t md:py-2.5 md:pr-6";

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
    <RecordLink to={item.to} className={`${rowClass} ${isPale} hover:text-accent`}>
      {text}
    </RecordLink>
  );
}

type Marked = Pick<DiaryItem, "state" | "clashes" | "needsLink">;

export function marksOf({ state, clashes, needsLink }: Marked) {
  return [
    ...(clashes ? [{ text: "Clash", tone: "bad" } as const] : []),
    ...(state === "requested" ? [{ text: "To answer", tone: "waiting" } as const] : []),
    ...(needsLink ? [{ text: "No link yet", tone: "bad" } as const] : []),
    ...(state === "held" ? [{ text: "Being paid", tone: "waiting" } as const] : []),
    ...(state === "no-show" ? [{ text: "No-show", tone: "bad" } as const] : []),
  ];
}

function ItemMarks(marked: Marked) {
  return marksOf(marked).map(({ text, tone }) => (
    <Badge key={text} tone={tone}>
      {text}
    </Badge>
  ));
}

export const diaryLinkClass = "link tall";

export function NewLinks({ day }: { day: Day | null }) {
  const to = (kind: string) =>
    `${href("/admin/diary/new")}?${new URLSearchParams({ ...(kind && { kind }), ...(day && { day }) })}`;
  return (
    <div className="no-print flex flex-wrap items-center gap-x-4 gap-y-2 sm:gap-x-5">
      <PageLink className="button max-sm:px-4!" to={to("")}>
        New Appointment
      </PageLink>
      <PageLink className={diaryLinkClass} to={to("block")}>
        Block time
      </PageLink>
      <PageLink className={diaryLinkClass} to={to("away")}>
        Days away
      </PageLink>
    </div>
  );
}
