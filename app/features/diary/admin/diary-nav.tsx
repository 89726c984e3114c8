import { useEffect, useRef } from "react";
import { Form, href, Link } from "react-router";
import { addDays, type Day } from "#app/values/calendar.ts";

type DiaryNavProps = { day: Day; today: Day; isAgenda: boolean };

export const diaryUrl = (day: Day, isAgenda: boolean) =>
  `${href("/admin/diary")}?${new URLSearchParams({ day, ...(isAgenda && { view: "agenda" }) })}`;

const stepClass = "button quiet min-h-11! px-4!";

/** From week to week, to today, and to a day that is chosen. The arrow keys lead on, too. */
export function DiaryNav({ day, today, isAgenda }: DiaryNavProps) {
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
        <span aria-hidden="true">←</span>
        <span className="sr-only">A week back</span>
      </Link>
      <Link className={stepClass} to={isAgenda ? to(today) : href("/admin/diary")}>
        Today
      </Link>
      <Link className={stepClass} to={to(addDays(day, 7))} data-key="ArrowRight" rel="next">
        <span aria-hidden="true">→</span>
        <span className="sr-only">A week on</span>
      </Link>
      <Form method="get" action={href("/admin/diary")} className="flex items-center gap-2">
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
          className="input min-h-11 w-auto!"
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

/** Unless the arrow belongs to a field or a dialog. */
function follow(nav: HTMLElement | null, { key, target }: KeyboardEvent): void {
  if (!(target instanceof HTMLElement) || target.closest("input, textarea, select, dialog")) return;
  if (!/^Arrow(Left|Right)$/.test(key)) return;
  nav?.querySelector<HTMLAnchorElement>(`[data-key="${key}"]`)?.click();
}
