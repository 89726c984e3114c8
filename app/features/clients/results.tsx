import { href, Link } from "react-router";
import type { FoundRecords } from "./search.server.ts";

export function SearchResults({
  pages,
  found,
}: {
  pages: readonly { name: string; to: string }[];
  found: FoundRecords;
}) {
  const groups = [
    { name: "Pages", links: pages.map(({ name, to }) => ({ to, text: name, note: "" })) },
    {
      name: "Clients",
      links: found.clients.map(({ name, email }) => ({
        to: href("/admin/clients/:email", { email }),
        text: name,
        note: email,
      })),
    },
    {
      name: "Quotes",
      links: found.quotes.map(({ id, name, about }) => ({
        to: href("/admin/quotes/:id", { id }),
        text: name,
        note: about,
      })),
    },
  ].filter(({ links }) => links.length > 0);
  if (groups.length === 0) return <p className="py-4">Nothing matches.</p>;
  return groups.map(({ name, links }) => (
    <section key={name} className="mt-4">
      <h3 className="eyebrow">{name}</h3>
      <ul>
        {links.map(({ to, text, note }) => (
          <li key={to} className="border-t border-line">
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
