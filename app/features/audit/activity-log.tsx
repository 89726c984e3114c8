import { href, Link } from "react-router";
import { longInstant } from "#app/values/calendar.ts";
import type { ActivityEntry } from "./queries.server.ts";

/** Quote events whose stored name does not fit a sentence. */
const pastTense: Readonly<Record<string, string>> = { withdrawn: "withdrew" };

export function ActivityLog({ entries }: { entries: readonly ActivityEntry[] }) {
  return (
    <ol className="flex max-w-3xl flex-col">
      {entries.map((entry) => (
        <li
          key={`${entry.at.getTime()} ${entry.action} ${entry.id ?? entry.label}`}
          className="border-t border-line py-3"
        >
          <p className="wrap-anywhere">
            {entry.actor === "client" ? "The client" : entry.actor}{" "}
            {pastTense[entry.action] ?? entry.action}{" "}
            {entry.kind !== "session" && `the ${entry.kind} `}
            <Subject {...entry} />
          </p>
          <p className="text-base text-soft">{longInstant(entry.at)}</p>
          <Change before={entry.before} after={entry.after} />
        </li>
      ))}
    </ol>
  );
}

function Subject({ kind, id, label }: ActivityEntry) {
  if (id && kind === "quote")
    return <SubjectLink to={href("/admin/quotes/:id", { id })}>{label}</SubjectLink>;
  if (id && kind === "letter")
    return <SubjectLink to={href("/admin/sent-mail/:id", { id })}>{label}</SubjectLink>;
  return <strong className="font-semibold">{label}</strong>;
}

function SubjectLink({ to, children }: { to: string; children: string }) {
  return (
    <Link className="link" to={to}>
      {children}
    </Link>
  );
}

type Values = Record<string, unknown> | null;

function Change({ before, after }: { before: Values; after: Values }) {
  const names = Object.keys({ ...before, ...after }).filter(
    (name) => (before?.[name] ?? "") !== (after?.[name] ?? ""),
  );
  if (names.length === 0) return null;
  return (
    <dl className="mt-1 border-l border-line pl-4 text-base">
      {names.map((name) => (
        <div key={name} className="wrap-anywhere">
          <dt className="inline text-soft">{name}: </dt>
          <dd className="inline whitespace-pre-line">
            {before && <del className="text-soft">{String(before[name] ?? "")}</del>}{" "}
            {after && <ins className="no-underline">{String(after[name] ?? "")}</ins>}
          </dd>
        </div>
      ))}
    </dl>
  );
}
