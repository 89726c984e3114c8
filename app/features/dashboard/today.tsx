import { href, Link } from "react-router";
import type { getTasks } from "./queries.server.ts";

type Desk = Awaited<ReturnType<typeof getTasks>>;

export function Today({ desk }: { desk: Desk }) {
  const lines = [
    { count: desk.newMessages, one: "new message", many: "new messages", to: href("/admin/inbox") },
    {
      count: desk.newBookings,
      one: "AMEB enquiry to answer",
      many: "AMEB enquiries to answer",
      to: `${href("/admin/ameb-bookings")}?status=pending`,
    },
    {
      count: desk.pendingQuotes,
      one: "quote waiting for an answer",
      many: "quotes waiting for an answer",
      to: `${href("/admin/quotes")}?show=pending`,
    },
    {
      count: desk.expiringQuotes,
      one: "quote that expires within a week",
      many: "quotes that expire within a week",
      to: `${href("/admin/quotes")}?show=pending`,
    },
    {
      count: desk.exams,
      one: "exam inside two weeks",
      many: "exams inside two weeks",
      to: `${href("/admin/ameb-bookings")}?from=${desk.examsFrom}&to=${desk.examsTo}&sort=exam`,
    },
    {
      count: desk.failedLetters,
      one: "email that could not be delivered",
      many: "emails that could not be delivered",
      to: `${href("/admin/sent-mail")}?state=failed`,
    },
  ].filter(({ count }) => count > 0);
  if (lines.length === 0) return <p className="text-soft">Nothing is waiting. Go and play.</p>;
  return (
    <ul className="flex max-w-xl flex-col">
      {lines.map(({ count, one, many, to }) => (
        <li key={many} className="border-t border-line">
          <Link to={to} className="flex items-baseline gap-4 py-3 hover:text-accent">
            <span className="w-12 text-right font-display text-3xl tabular-nums">{count}</span>
            <span>{count === 1 ? one : many}</span>
          </Link>
        </li>
      ))}
    </ul>
  );
}
