import { Link } from "react-router";
import { When } from "#app/ui/admin/when.tsx";
import { type InboxEntry, inboxUrl } from "./entry.ts";

const entryClass = [
  "grid grid-cols-[minmax(0,1fr)_auto] items-baseline gap-x-3 border-transparent py-3",
  "lg:border-l-2 lg:pr-2 lg:pl-3 hover:bg-raised aria-[current]:border-brass aria-[current]:bg-raised",
].join(" ");

export const entryLinkId = (id: string) => `entry-${id}`;

export function EntryList({
  entries,
  open,
  search,
}: {
  entries: readonly InboxEntry[];
  open: string | undefined;
  search: string;
}) {
  return (
    <ul aria-label="Messages" data-rows="" className="flex flex-col">
      {entries.map(({ id, name, kind, line, at, state }) => (
        <li key={id} className="border-b border-line">
          <Link
            id={entryLinkId(id)}
            to={inboxUrl(search, id)}
            aria-current={id === open ? "page" : undefined}
            className={entryClass}
          >
            <span className={`wrap-anywhere ${state === "new" ? "font-semibold" : ""}`}>
              {state === "new" && <NewMark />}
              {name}
            </span>
            <span className="whitespace-nowrap text-sm text-soft [&>time]:first-letter:uppercase">
              <When at={at} />
            </span>
            <span className="col-span-2 line-clamp-2 text-base text-soft wrap-anywhere">
              <span className="text-ink">{kind}</span> · {line}
            </span>
          </Link>
        </li>
      ))}
    </ul>
  );
}

function NewMark() {
  return (
    <>
      <span
        aria-hidden="true"
        className="mr-2 inline-block size-2.5 rounded-full bg-brass align-baseline"
      />
      <span className="sr-only">New: </span>
    </>
  );
}
