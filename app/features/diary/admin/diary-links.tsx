import { href, Link } from "react-router";
import type { Day } from "#app/values/calendar.ts";

export const diaryLinkClass = "link tall";

export function NewLinks({ day }: { day: Day | null }) {
  const to = (kind: string) =>
    `${href("/admin/diary/new")}?${new URLSearchParams({ ...(kind && { kind }), ...(day && { day }) })}`;
  return (
    <div className="no-print flex flex-wrap items-center gap-x-4 gap-y-2 sm:gap-x-5">
      <Link className="button max-sm:px-4!" to={to("")}>
        New Appointment
      </Link>
      <Link className={diaryLinkClass} to={to("block")}>
        Block time
      </Link>
      <Link className={diaryLinkClass} to={to("away")}>
        Days away
      </Link>
    </div>
  );
}

export function SettingsLinks() {
  return (
    <p className="no-print flex flex-wrap gap-x-6 text-base">
      <Link className={diaryLinkClass} to={href("/admin/hours")}>
        Your hours
      </Link>
      <Link className={diaryLinkClass} to={href("/admin/calendar")}>
        Your other calendars
      </Link>
    </p>
  );
}
