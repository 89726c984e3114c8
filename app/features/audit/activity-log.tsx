import type { ReactNode } from "react";
import { Link } from "react-router";
import { useToday } from "#app/ui/admin/when.tsx";
import {
  type Day,
  instantClock,
  longInstant,
  melbourneDay,
  shortDay,
  withShortDays,
} from "#app/values/calendar.ts";
import { changeInWords, changesOf } from "./changes.ts";
import type { ActivityWords, SubjectUrl } from "./model.ts";
import type { ActivityEntry } from "./queries.server.ts";
import { sentenceOf } from "./sentence.ts";
import { grouped } from "#app/values/older-browsers.ts";

const dayClass =
  "border-t border-line pt-3 pb-2 md:grid md:grid-cols-[9rem_minmax(0,1fr)] md:gap-x-4 md:py-1";
const entryClass = "grid grid-cols-[5rem_minmax(0,1fr)] items-baseline gap-x-3 py-1.5 md:gap-x-4";
const textClass =
  "flex flex-wrap items-baseline gap-x-4 xl:grid xl:grid-cols-[minmax(0,1fr)_minmax(0,20rem)] xl:gap-x-8";

type LogProps = {
  entries: readonly ActivityEntry[];
  /** The reader's email address, shown as "You". */
  reader: string;
  words: ActivityWords;
  urlOf: SubjectUrl;
};

export function ActivityLog({ entries, ...shared }: LogProps) {
  const today = useToday();
  const days = grouped(entries, ({ at }) => melbourneDay(at));
  return (
    <div className="border-b border-line">
      {[...days].map(([day, ofDay]) => (
        <section key={day} aria-labelledby={`day-${day}`} className={dayClass}>
          <h2 id={`day-${day}`} className="py-1 text-lg md:py-2" suppressHydrationWarning>
            {day === today ? "Today" : shortDay(day, today)}
          </h2>
          <ol>
            {ofDay.map((entry) => (
              <Entry
                today={today}
                key={`${entry.at.getTime()} ${entry.action} ${entry.id ?? entry.label}`}
                entry={entry}
                {...shared}
              />
            ))}
          </ol>
        </section>
      ))}
    </div>
  );
}

type EntryProps = Omit<LogProps, "entries"> & { entry: ActivityEntry; today: Day };

function Entry({ entry, reader, words, urlOf, today }: EntryProps) {
  const { who, did, name, rest } = sentenceOf(entry, reader, today);
  const to = urlOf(entry);
  return (
    <li className={entryClass}>
      <time
        dateTime={entry.at.toISOString()}
        title={longInstant(entry.at)}
        className="text-base whitespace-nowrap text-soft tabular-nums"
      >
        {instantClock(entry.at)}
      </time>
      <div className={textClass}>
        <p className="wrap-anywhere">
          {who && <span className={who === "You" ? "" : "font-semibold"}>{who} </span>}
          {did && `${did} `}
          {to ? (
            <Link className="link" to={to}>
              {name}
            </Link>
          ) : (
            <strong className="font-semibold">{name}</strong>
          )}
          {rest}
        </p>
        <Changes entry={entry} words={words} today={today} />
      </div>
    </li>
  );
}

/** A new record's values are folded away: they are no changes. */
function Changes({ entry, words, today }: Pick<EntryProps, "entry" | "words" | "today">) {
  const changes = changesOf(entry.before, entry.after, words[entry.kind]);
  if (changes.length === 0) return null;
  const list = (
    <ul className="w-full text-base text-soft">
      {changes.map((change) => (
        <li key={change.label} className="whitespace-pre-line wrap-anywhere">
          {withShortDays(changeInWords(change), today)}
        </li>
      ))}
    </ul>
  );
  return entry.before || changes.length < 3 ? list : <Folded>{list}</Folded>;
}

function Folded({ children }: { children: ReactNode }) {
  return (
    <details className="w-full text-base max-lg:-my-2">
      <summary className="link flex w-fit cursor-pointer items-center before:order-1 before:mr-0! before:ml-2.5!">
        Details
      </summary>
      {children}
    </details>
  );
}
