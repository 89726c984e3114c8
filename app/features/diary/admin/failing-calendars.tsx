import { href, Link } from "react-router";
import type { FailingCalendar } from "#app/features/calendars/queries.server.ts";
import { When } from "#app/ui/admin/when.tsx";

export function FailingCalendars({ failing }: { failing: readonly FailingCalendar[] }) {
  if (failing.length === 0) return null;
  return (
    <div role="status" className="border-l-4 border-danger bg-raised p-4">
      {failing.map(({ id, name, since, error }) => (
        <p key={id} className="wrap-anywhere">
          <Link className="link font-semibold" to={href("/admin/calendar")}>
            {name}
          </Link>{" "}
          can't be read since <When at={since} />, so times when you're busy there may be offered.{" "}
          <span className="text-soft">{error}</span>
        </p>
      ))}
    </div>
  );
}
