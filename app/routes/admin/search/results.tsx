import { href, Link } from "react-router";
import { useAccess } from "#app/ui/admin/access.tsx";
import type { FoundRecords } from "#app/features/clients/search.server.ts";
import type { Icon } from "#app/ui/icon.tsx";
import { CalendarDays, FileText, Globe, Inbox, Music, Users, Wallet } from "#app/ui/icons.gen.tsx";
import { recordPages } from "#app/ui/admin/record-pages.ts";
import { Key, useSingleKeys } from "#app/ui/admin/shortcuts.tsx";
import { foldText } from "#app/values/folding.ts";
import { type AdminPage, searchedActions, searchedPages } from "#app/routes/admin/layout/pages.ts";

type Result = { to: string; name: string; icon: Icon; note?: string; letter?: string };
type Group = { heading: string; results: readonly Result[] };

type ResultsProps = {
  typed: string;
  documents: readonly AdminPage[];
  found: FoundRecords;
  isPage?: boolean;
};

const pageClass = {
  all: "lg:grid-cols-[minmax(0,1fr)_minmax(0,2fr)] lg:[&>:first-child_ul]:columns-1",
  found: "lg:grid-cols-2",
};

export function SearchResults({ isPage, ...results }: ResultsProps) {
  const { typed } = results;
  const { mayOpen } = useAccess();
  const groups = (typed ? foundGroups(results) : allGroups)
    .map(({ heading, results: found }) => ({
      heading,
      results: found.filter(({ to }) => mayOpen(to)),
    }))
    .filter((group) => group.results.length);
  if (groups.length === 0) return <p className="py-4">Nothing matches.</p>;
  return (
    <div className={`grid gap-x-12 ${isPage ? pageClass[typed ? "found" : "all"] : ""}`}>
      {groups.map(({ heading, results: links }) => (
        <section key={heading} className="min-w-0 pt-6">
          <h2 className="eyebrow mb-1.5 border-b border-line pb-1.5 font-sans">{heading}</h2>
          <ul className={typed ? "" : "columns-2 gap-x-3 sm:gap-x-8"}>
            {links.map((result) => (
              <li key={result.to} className="break-inside-avoid">
                <ResultLink {...result} />
              </li>
            ))}
          </ul>
        </section>
      ))}
    </div>
  );
}

const linkClass =
  "-mx-2 flex min-h-11 items-center gap-2.5 rounded-sm px-2 py-1 lg:min-h-9 " +
  "hover:bg-raised focus:bg-raised";

function ResultLink({ to, name, icon: Icon, note, letter }: Result) {
  const [areKeysOn] = useSingleKeys();
  return (
    <Link to={to} className={linkClass}>
      <Icon size={17} strokeWidth={1.6} className="shrink-0 text-soft" />
      <span className="flex min-w-0 grow flex-wrap items-baseline justify-between gap-x-4">
        <span className="leading-snug wrap-anywhere">{name}</span>
        {note && <span className="text-base text-soft wrap-anywhere">{note}</span>}
      </span>
      {letter && areKeysOn && (
        <span
          aria-hidden="true"
          className="hidden gap-1 text-soft [@media(scripting:enabled)]:lg:flex"
        >
          <Key>g</Key>
          <Key>{letter}</Key>
        </span>
      )}
    </Link>
  );
}

const allGroups: readonly Group[] = [
  { heading: "Actions", results: searchedActions },
  { heading: "Pages", results: searchedPages },
];

function foundGroups({ typed, documents, found }: ResultsProps): readonly Group[] {
  const isNamed = ({ name, also = "" }: AdminPage) =>
    [name, also].some((one) => foldText(one).includes(foldText(typed)));
  const edited = documents.map((page) => ({ ...page, icon: Globe }));
  return [
    { heading: "Pages", results: [...searchedPages, ...edited].filter(isNamed) },
    { heading: "Actions", results: searchedActions.filter(isNamed) },
    {
      heading: "Clients",
      results: found.clients.map(({ name, email }) => ({
        to: href("/admin/clients/:email", { email }),
        name,
        icon: Users,
        ...(name !== email && { note: email }),
      })),
    },
    records("Diary", CalendarDays, found.appointments, recordPages.appointment),
    records("Quotes", FileText, found.quotes, recordPages.quote),
    records("Invoices", Wallet, found.invoices, recordPages.invoice),
    records("AMEB bookings", Music, found.bookings, recordPages.booking),
    records("Messages", Inbox, found.messages, recordPages.message),
  ];
}

const records = (
  heading: string,
  icon: Icon,
  rows: FoundRecords["quotes"],
  pageOf: (id: string) => string,
): Group => ({
  heading,
  results: rows.map(({ id, name, about }) => ({ to: pageOf(id), name, icon, note: about })),
});
