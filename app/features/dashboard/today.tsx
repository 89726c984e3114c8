import { href, Link } from "react-router";
import type { Tasks } from "./tasks.server.ts";

export function Today({ tasks }: { tasks: Tasks }) {
  const lines = [
    {
      count: tasks.newMessages,
      one: "new message",
      many: "new messages",
      to: href("/admin/inbox"),
    },
    {
      count: tasks.newBookings,
      one: "AMEB enquiry to answer",
      many: "AMEB enquiries to answer",
      to: `${href("/admin/ameb-bookings")}?status=pending`,
    },
    {
      count: tasks.pendingQuotes,
      one: "quote waiting for an answer",
      many: "quotes waiting for an answer",
      to: `${href("/admin/quotes")}?show=pending`,
    },
    {
      count: tasks.expiringQuotes,
      one: "quote that expires within a week",
      many: "quotes that expire within a week",
      to: `${href("/admin/quotes")}?show=pending`,
    },
    {
      count: tasks.exams,
      one: "exam inside two weeks",
      many: "exams inside two weeks",
      to: `${href("/admin/ameb-bookings")}?from=${tasks.examsFrom}&to=${tasks.examsTo}&sort=exam`,
    },
    {
      count: tasks.failedEmails,
      one: "email that couldn't be delivered",
      many: "emails that couldn't be delivered",
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
