import type { ReactNode } from "react";
import { Link } from "react-router";
import { When } from "#app/ui/admin/when.tsx";
import { changeInWords, changesOf } from "./changes.ts";
import { actorInWords, actionInWords, type ActivityWords, type SubjectUrl } from "./model.ts";
import type { ActivityEntry } from "./queries.server.ts";

/** From 820 px on the time has a column of its own, at the left. */
const entryClass =
  "border-t border-line py-2.5 md:grid md:grid-cols-[10.5rem_minmax(0,1fr)] md:items-baseline md:gap-x-6";

export function ActivityLog({
  entries,
  reader,
  words,
  urlOf,
}: {
  entries: readonly ActivityEntry[];
  /** The email address of who reads it: "You". */
  reader: string;
  words: ActivityWords;
  urlOf: SubjectUrl;
}) {
  return (
    <ol className="border-b border-line">
      {entries.map((entry) => {
        const { verb, noun, suffix } = actionInWords(entry);
        const to = urlOf(entry);
        return (
          <li
            key={`${entry.at.getTime()} ${entry.action} ${entry.id ?? entry.label}`}
            className={entryClass}
          >
            <p className="wrap-anywhere">
              {entry.actor === reader ? "You" : actorInWords(entry.actor, entry.kind)} {verb}{" "}
              {noun && `the ${noun} `}
              {to ? (
                <Link className="link" to={to}>
                  {entry.label}
                </Link>
              ) : (
                <strong className="font-semibold">{entry.label}</strong>
              )}
              {suffix && ` ${suffix}`}
            </p>
            <p className="text-base text-soft md:order-first md:row-span-2">
              <When at={entry.at} />
            </p>
            <Changes entry={entry} words={words} />
          </li>
        );
      })}
    </ol>
  );
}

/** What a record said when it was made waits to be opened: it has not changed anything. */
function Changes({ entry, words }: { entry: ActivityEntry; words: ActivityWords }) {
  const changes = changesOf(entry.before, entry.after, words[entry.kind]);
  if (changes.length === 0) return null;
  const list = (
    <ul className="mt-1 border-l border-line pl-4 text-base text-soft">
      {changes.map((change) => (
        <li key={change.label} className="whitespace-pre-line wrap-anywhere">
          {changeInWords(change)}
        </li>
      ))}
    </ul>
  );
  return entry.before || changes.length < 3 ? list : <Folded>{list}</Folded>;
}

function Folded({ children }: { children: ReactNode }) {
  return (
    <details className="text-base">
      <summary className="link w-fit cursor-pointer">What it said</summary>
      {children}
    </details>
  );
}
