import { href, Link } from "react-router";
import { getDesk } from "#app/features/dashboard/queries.server.ts";
import { getDb } from "#app/server/db.server.ts";
import type { Route } from "./+types/dashboard";
import { administrator } from "./administrator.server.ts";

export const handle = { title: "Dashboard" };

export async function loader({ context }: Route.LoaderArgs) {
  const asker = administrator(context);
  return { email: asker.email, desk: await getDesk(getDb(), asker) };
}

export default function Dashboard({ loaderData: { email, desk } }: Route.ComponentProps) {
  const todo = [
    { count: desk.newMessages, one: "new message", many: "new messages", to: href("/admin/inbox") },
    { count: desk.newBookings, one: "AMEB enquiry to answer", many: "AMEB enquiries to answer", to: href("/admin/ameb-bookings") },
    { count: desk.pendingQuotes, one: "quote waiting for an answer", many: "quotes waiting for an answer", to: `${href("/admin/quotes")}?show=pending` },
    { count: desk.acceptedQuotes, one: "accepted quote", many: "accepted quotes", to: href("/admin/quotes") },
  ];
  return (
    <>
      <h1 className="display-2 mb-8">
        Welcome, <span className="block font-sans text-lg text-soft wrap-anywhere">{email}</span>
      </h1>
      <ul className="flex max-w-xl flex-col">
        {todo.map(({ count, one, many, to }) => (
          <li key={to} className="border-t border-line">
            <Link to={to} className="flex items-baseline gap-4 py-4 hover:text-accent">
              <span className="w-16 text-right font-display text-4xl tabular-nums">{count}</span>
              <span>{count === 1 ? one : many}</span>
            </Link>
          </li>
        ))}
      </ul>
      {desk.failedLetters > 0 && (
        <p role="alert" className="mt-6 max-w-xl border-l-4 border-danger bg-raised p-4">
          {desk.failedLetters === 1 ? "One letter" : `${desk.failedLetters} letters`} could not be delivered.
        </p>
      )}
    </>
  );
}
