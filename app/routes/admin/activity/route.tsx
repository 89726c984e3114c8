import { href, Link } from "react-router";
import {
  activityList,
  type ActivityWords,
  type SubjectUrl,
  actionInWords,
  actorInWords,
} from "#app/features/audit/model.ts";
import { listActivity, type ActivityEntry } from "#app/features/audit/queries.server.ts";
import { documentLabels } from "#app/features/site-publishing/history.server.ts";
import { getDb } from "#app/server/database/db.server.ts";
import { readListQuery } from "#app/ui/admin/list-query.ts";
import { ListTop, Pager } from "#app/ui/admin/list.tsx";
import { PageHead } from "#app/ui/admin/page.tsx";
import { currentAdministrator } from "#app/features/auth/session.server.ts";
import { load } from "#app/routes/admin/load.server.ts";
import type { Route } from "./+types/route";
import { activityWords, subjectUrls } from "./words.ts";
import type { ReactNode } from "react";
import { useToday } from "#app/ui/admin/when.tsx";
import {
  type Day,
  instantClock,
  longInstant,
  melbourneDay,
  shortDay,
  withShortDays,
} from "#app/values/calendar.ts";
import { changeInWords, changesOf } from "#app/features/audit/changes.ts";
import { grouped } from "#app/values/older-browsers.ts";
import { oneLine } from "#app/values/text.ts";

export const handle = { title: "Activity" };

export function loader({ request, context }: Route.LoaderArgs) {
  const list = readListQuery(new URL(request.url).searchParams, activityList);
  const by = currentAdministrator(context);
  return load("Failed to load activity.", async () => ({
    list,
    reader: by.email,
    documents: documentLabels(),
    entries: await listActivity(getDb(), by, list),
  }));
}

export default function Activity({
  loaderData: { list, reader, documents, entries },
}: Route.ComponentProps) {
  return (
    <>
      <PageHead title="Activity">
        <Link className="link py-2" to={href("/admin/deleted")}>
          Recently deleted
        </Link>
      </PageHead>
      <ListTop
        label="Search activity"
        noun="change"
        exports="activity"
        list={list}
        shape={activityList}
        total={entries.total}
        empty="Nothing has been changed yet."
      />
      <ActivityLog
        entries={entries.rows}
        reader={reader}
        words={activityWords}
        urlOf={subjectUrls(documents)}
      />
      <Pager page={entries.page} total={entries.total} />
    </>
  );
}

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

function ActivityLog({ entries, ...shared }: LogProps) {
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

type Told = Pick<ActivityEntry, "actor" | "action" | "kind" | "label" | "event">;

/** `Ada Client`, `viewed the quote`, `Garden party`: `name` may be a link. */
type Sentence = { who: string; did: string; name: string; rest: string };

export function sentenceOf(entry: Told, reader: string, today: Day): Sentence {
  const { verb, suffix } = actionInWords(entry);
  const { client, of, name, rest } = subjectOf(entry, today);
  if (entry.kind === "invoice" && (client || entry.actor === diary)) {
    const reason = client ? `when ${client} accepted` : "after the session";
    return { who: "", did: "Invoice", name, rest: ` ${verb} ${reason}` };
  }
  if (entry.kind === "appointment" && entry.actor === diary)
    return { who: "", did: "", name, rest: ` ${became[verb] ?? verb}` };
  return {
    who: entry.actor === reader ? "You" : actorOf(entry, client),
    did: of ? `${verb} ${of}` : verb,
    name,
    rest: suffix ? `${rest} ${suffix}` : rest,
  };
}

const diary = "The diary";

/** The diary's automatic actions, told as what happened to the entry. */
const became: Readonly<Record<string, string>> = {
  added: "is in your diary",
  removed: "is out of your diary",
  changed: "has changed in your diary",
  finished: "is over",
  declined: "was declined, as it wasn't answered in time",
  "let go of": "was let go of, as it wasn't paid in time",
};

const actorOf = ({ actor, kind }: Told, client: string): string =>
  actor === "client" && client ? client : actorInWords(actor, kind);

type Subject = { client: string; of: string; name: string; rest: string };

/** Labels hold the client and the thing; the order depends on the kind. */
function subjectOf(entry: Told, today: Day): Subject {
  const { actor, kind, label } = entry;
  const { noun } = actionInWords(entry);
  if (kind === "quote") {
    const [client, type] = split(label, label.lastIndexOf(", "));
    if (!type) return { client: "", of: "the quote", name: label, rest: "" };
    const name = eventOf(entry, today) || type;
    const of = /quote/i.test(name) ? "the" : "the quote";
    return { client, of, name, rest: actor === "client" ? "" : ` for ${client}` };
  }
  if (kind === "appointment") {
    const [name, client] = split(label, label.lastIndexOf(", "));
    if (actor === "client") return { client, of: "", name, rest: "" };
    return { client, of: "", name: label, rest: "" };
  }
  if (kind === "invoice" && actor === "client") {
    const [name, client] = split(label, label.indexOf(", "));
    return { client, of: "the invoice", name, rest: "" };
  }
  if (kind === "booking") {
    const [name, about] = split(label, label.indexOf(", "));
    return { client: name, of: `the ${noun} of`, name, rest: about && `, ${about}` };
  }
  if (kind === "records" && !label.startsWith("of "))
    return { client: "", of: "the", name: label, rest: "" };
  const of = kind === "message" ? "the message from" : noun && `the ${noun}`;
  return { client: "", of, name: label, rest: "" };
}

/** Without a title the day distinguishes the event from others of its type. */
function eventOf({ label, event }: Told, today: Day): string {
  if (event?.title) return oneLine(event.title);
  const [, type] = split(label, label.lastIndexOf(", "));
  return event?.day ? `${type}, ${shortDay(event.day, today)}` : "";
}

const split = (label: string, at: number): [first: string, second: string] =>
  at === -1 ? [label, ""] : [label.slice(0, at), label.slice(at + 2)];
