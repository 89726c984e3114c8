import { useEffect, useRef } from "react";
import { Form, href, Link } from "react-router";
import { ChevronLeft, ChevronRight } from "#app/ui/icons.gen.tsx";
import { addDays, type Day, longDay } from "#app/values/calendar.ts";

type DiaryNavProps = {
  day: Day;
  today: Day;
  week: { from: Day; until: Day };
  isAgenda: boolean;
};

export const diaryUrl = (day: Day, isAgenda: boolean) =>
  `${href("/admin/diary")}?${new URLSearchParams({ day, ...(isAgenda && { view: "agenda" }) })}`;

const stepClass = "button quiet min-h-11! px-3.5!";

/** From week to week, to today, and to a day that is chosen. The arrow keys lead on, too. */
export function DiaryNav({ day, today, week, isAgenda }: DiaryNavProps) {
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
      <Link className={stepClass} to={to(addDays(day, -7))} data-key="ArrowLeft" rel="prev">
        <ChevronLeft size={20} strokeWidth={1.6} />
        <span className="sr-only">A week back</span>
      </Link>
      <Link className={stepClass} to={isAgenda ? to(today) : href("/admin/diary")}>
        Today
      </Link>
      <Link className={stepClass} to={to(addDays(day, 7))} data-key="ArrowRight" rel="next">
        <ChevronRight size={20} strokeWidth={1.6} />
        <span className="sr-only">A week on</span>
      </Link>
      {!isAgenda && (
        <p className="ml-3 hidden font-display text-xl lg:block">{daysInWords(week)}</p>
      )}
      <Form
        method="get"
        action={href("/admin/diary")}
        className="flex items-center gap-2 max-sm:w-full sm:ml-auto"
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
          className="input min-h-11 max-sm:grow sm:w-auto!"
        />
        <button type="submit" className={stepClass}>
          Go
        </button>
      </Form>
      <Link className="link ml-2 hidden lg:inline" to={diaryUrl(day, !isAgenda)}>
        {isAgenda ? "Week" : "Agenda"}
      </Link>
    </nav>
  );
}

/** `23–29 November 2026`, `30 November – 6 December 2026`. */
function daysInWords({ from, until }: DiaryNavProps["week"]): string {
  const [first, last] = [from, until].map((day) => longDay(day).split(", ")[1] ?? "");
  const [date, month, year] = first!.split(" ");
  if (last!.endsWith(` ${month} ${year}`)) return `${date}–${last}`;
  return `${last!.endsWith(` ${year}`) ? `${date} ${month}` : first} – ${last}`;
}

/** Unless the arrow belongs to a field or a dialog. */
function follow(nav: HTMLElement | null, { key, target }: KeyboardEvent): void {
  if (!(target instanceof HTMLElement) || target.closest("input, textarea, select, dialog")) return;
  if (!/^Arrow(Left|Right)$/.test(key)) return;
  nav?.querySelector<HTMLAnchorElement>(`[data-key="${key}"]`)?.click();
}
