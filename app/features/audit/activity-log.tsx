import type { ReactNode } from "react";
import { Link } from "react-router";
import { When } from "#app/ui/admin/when.tsx";
import { changeInWords, changesOf } from "./changes.ts";
import { actorInWords, actionInWords, type ActivityWords, type SubjectUrl } from "./model.ts";
import type { ActivityEntry } from "./queries.server.ts";

export function ActivityLog({
  entries,
  words,
  urlOf,
}: {
  entries: readonly ActivityEntry[];
  words: ActivityWords;
  urlOf: SubjectUrl;
}) {
  return (
    <ol className="flex max-w-3xl flex-col">
      {entries.map((entry) => {
        const { verb, noun, suffix } = actionInWords(entry);
        const to = urlOf(entry);
        return (
          <li
            key={`${entry.at.getTime()} ${entry.action} ${entry.id ?? entry.label}`}
            className="border-t border-line py-3"
          >
            <p className="wrap-anywhere">
              {actorInWords(entry.actor, entry.kind)} {verb} {noun && `the ${noun} `}
              {to ? (
                <Link className="link" to={to}>
                  {entry.label}
                </Link>
              ) : (
                <strong className="font-semibold">{entry.label}</strong>
              )}
              {suffix && ` ${suffix}`}
            </p>
            <p className="text-base text-soft">
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
    <ul className="mt-1 border-l border-line pl-4 text-base">
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
    <details className="mt-1 text-base">
      <summary className="link w-fit cursor-pointer">What it said</summary>
      {children}
    </details>
  );
}
