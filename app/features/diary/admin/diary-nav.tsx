import { useEffect, useRef } from "react";
import { Form, href, Link } from "react-router";
import { ChevronLeft, ChevronRight } from "#app/ui/icons.gen.tsx";
import { addDays, type Day, longDay } from "#app/values/calendar.ts";

type Days = { from: Day; until: Day };

type DiaryNavProps = {
  day: Day;
  today: Day;
  week: Days;
  /** Days shown where there is no room for a week. */
  agenda: Days;
  isAgenda: boolean;
};

export const diaryUrl = (day: Day, isAgenda: boolean) =>
  `${href("/admin/diary")}?${new URLSearchParams({ day, ...(isAgenda && { view: "agenda" }) })}`;

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
  const to = (other: Day) => diaryUrl(other, isAgenda);
  return (
    <nav ref={nav} aria-label="Days" className="flex flex-wrap items-center gap-2">
      <p className={`${periodClass} ${isAgenda ? "" : "lg:hidden"}`}>{daysInWords(agenda)}</p>
      {!isAgenda && <p className={`${periodClass} max-lg:hidden`}>{daysInWords(week)}</p>}
      <div className="flex self-stretch">
        <Link
          className={`${stepClass} rounded-r-none!`}
          to={to(addDays(day, -7))}
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
          to={to(addDays(day, 7))}
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
