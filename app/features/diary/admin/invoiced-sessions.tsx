import { href, Link } from "react-router";
import type { Entry } from "#app/features/diary/model.ts";
import { longDay, melbourneDay } from "#app/values/calendar.ts";
import { unbrokenRanges } from "#app/values/unbroken.ts";

type Session = Pick<Entry, "id" | "title" | "state" | "startsAt" | "student" | "clientName">;

export function InvoicedSessions({
  sessions,
  isVoid,
}: {
  sessions: readonly Session[];
  isVoid: boolean;
}) {
  if (sessions.length === 0) return null;
  return (
    <section>
      <h2 className="display-3 mb-2 font-display">Sessions</h2>
      <ul>
        {sessions.map(({ id, title, state, startsAt, student, clientName }) => (
          <li key={id} className="border-b border-line py-2 wrap-anywhere">
            <Link className="link" to={href("/admin/diary/:id", { id })}>
              {unbrokenRanges(`${title}, ${longDay(melbourneDay(startsAt))}`)}
            </Link>
            <span className="block text-base text-soft">{student || clientName}</span>
            {state === "no-show" && (
              <span className="block">
                Marked as a no-show.
                {!isVoid && " Void or credit this invoice if nothing is due."}
              </span>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}
