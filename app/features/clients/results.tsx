import { href, Link } from "react-router";
import type { FoundRecords } from "./search.server.ts";

type Result = { key: string; to: string; text: string; note: string };

export function SearchResults({
  pages,
  found,
}: {
  pages: readonly { name: string; to: string }[];
  found: FoundRecords;
}) {
  const groups: { name: string; links: Result[] }[] = [
    {
      name: "Pages",
      links: pages.map(({ name, to }) => ({ key: to, to, text: name, note: "" })),
    },
    {
      name: "Clients",
      links: found.clients.map(({ name, email }) => ({
        key: email,
        to: href("/admin/clients/:email", { email }),
        text: name,
        note: name === email ? "" : email,
      })),
    },
    {
      name: "Diary",
      links: found.appointments.map(({ id, name, about }) => ({
        key: id,
        to: href("/admin/diary/:id", { id }),
        text: name,
        note: about,
      })),
    },
    {
      name: "Quotes",
      links: found.quotes.map(({ id, name, about }) => ({
        key: id,
        to: href("/admin/quotes/:id", { id }),
        text: name,
        note: about,
      })),
    },
    {
      name: "Invoices",
      links: found.invoices.map(({ id, name, about }) => ({
        key: id,
        to: href("/admin/money/invoices/:id", { id }),
        text: name,
        note: about,
      })),
    },
    {
      name: "AMEB bookings",
      links: found.bookings.map(({ id, name, about }) => ({
        key: id,
        to: href("/admin/ameb-bookings/:id", { id }),
        text: name,
        note: about,
      })),
    },
    {
      name: "Messages",
      links: found.messages.map(({ id, name, about }) => ({
        key: id,
        to: href("/admin/inbox/:id", { id }),
        text: name,
        note: about,
      })),
    },
  ].filter(({ links }) => links.length > 0);
  if (groups.length === 0) return <p className="py-4">Nothing matches.</p>;
  return groups.map(({ name, links }) => (
    <section key={name} className="pt-4 group-data-typed:break-inside-avoid">
      <h3 className="eyebrow mb-1">{name}</h3>
      <ul>
        {links.map(({ key, to, text, note }) => (
          <li key={key} className="border-t border-line">
            <Link
              to={to}
              className="flex flex-wrap items-baseline justify-between gap-x-4 py-2 hover:text-accent focus:text-accent"
            >
              <span className="wrap-anywhere">{text}</span>
              <span className="text-base text-soft wrap-anywhere">{note}</span>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  ));
}
