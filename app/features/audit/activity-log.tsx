import { href, Link } from "react-router";
import { longInstant } from "#app/values/calendar.ts";
import type { ActivityEntry } from "./queries.server.ts";

/** Events are named as the quote's own history names them; a sentence wants another form of a few. */
const pastTense: Readonly<Record<string, string>> = { withdrawn: "withdrew" };

/** What was changed, by whom, with the words before and after. */
export function ActivityLog({ happenings }: { happenings: readonly ActivityEntry[] }) {
  return (
    <ol className="flex max-w-3xl flex-col">
      {happenings.map((happening) => (
        <li
          key={`${happening.at.getTime()} ${happening.action} ${happening.id ?? happening.label}`}
          className="border-t border-line py-3"
        >
          <p className="wrap-anywhere">
            {happening.actor === "client" ? "The client" : happening.actor}{" "}
            {pastTense[happening.action] ?? happening.action}{" "}
            {happening.kind !== "session" && `the ${happening.kind} `}
            <Subject {...happening} />
          </p>
          <p className="text-base text-soft">{longInstant(happening.at)}</p>
          <Change before={happening.before} after={happening.after} />
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

/** Only what differs; what was empty and still is does not. */
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
