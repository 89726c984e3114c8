import { href, Link } from "react-router";
import { deviceName } from "#app/features/auth/device-name.ts";
import { emailStateLabels } from "#app/features/email/model.ts";
import type { emails as emailsTable, quoteEvents } from "#app/server/database/tables.server.ts";
import { EmailInParts, WithEmailsInParts } from "#app/ui/admin/email-link.tsx";
import { When } from "#app/ui/admin/when.tsx";
import { byInstant } from "#app/values/calendar.ts";
import { asText } from "./quote-facts.tsx";

type Event = Pick<typeof quoteEvents.$inferSelect, "id" | "kind" | "actor" | "at" | "data"> & {
  intact: boolean | null;
};

type HistoryProps = {
  events: readonly Event[];
  emails: readonly Pick<
    typeof emailsTable.$inferSelect,
    "id" | "kind" | "subject" | "recipient" | "state" | "createdAt"
  >[];
};

export function QuoteHistory({ events, emails: sent }: HistoryProps) {
  const entries = [
    ...events.map((event) => ({
      key: `event-${event.id}`,
      at: event.at,
      what: <WithEmailsInParts>{whatHappened(event)}</WithEmailsInParts>,
      event,
    })),
    ...sent.map(({ id, kind, subject, recipient, state, createdAt }) => ({
      key: id,
      at: createdAt,
      what: (
        <>
          {kind === "quote-reminder" ? "Automatic reminder" : "Email"} to{" "}
          <EmailInParts email={recipient} />:{" "}
          <Link to={href("/admin/sent-mail/:id", { id })} className="link">
            {subject}
          </Link>
          {" · "}
          {emailStateLabels[state]}
        </>
      ),
      event: null,
    })),
  ]
    .sort((one, other) => byInstant(one.at, other.at))
    .toReversed();
  if (entries.length === 0) return null;
  return (
    <section className="min-w-0">
      <h2 className="display-3 mb-3">History</h2>
      <ol className="timeline">
        {entries.map(({ key, at, what, event }) => (
          <li key={key} className="wrap-anywhere">
            {what}
            <span className="block text-sm text-soft [&>time]:first-letter:uppercase">
              <When at={at} />
            </span>
            {event && <Details event={event} />}
          </li>
        ))}
      </ol>
    </section>
  );
}

function whatHappened({ kind, actor, data }: Event): string {
  const by = actor === "client" ? "the client" : actor;
  switch (kind) {
    case "sent":
      return `Sent to ${asText(data.recipient)} by ${by}`;
    case "viewed":
      return "Opened by the client for the first time";
    case "revised":
      return `Revised by ${by}: version ${asText(data.version)}`;
    case "accepted":
      return `Accepted by ${actor === "client" ? `${asText(data.clientName)} (${asText(data.clientEmail)})` : actor}`;
    case "rejected":
    case "declined":
      return `Rejected by ${by}`;
    case "withdrawn":
      return `Withdrawn by ${by}`;
    case "replaced":
      return `Replaced by a new version, accepted by ${by}`;
    case "reopened":
      return data.was ? `Reopened by ${by}: ${asText(data.was)} by mistake` : `Restored by ${by}`;
  }
}

function Details({ event: { data, intact } }: { event: Event }) {
  return (
    <>
      {data.reason !== undefined && <q className="block">{asText(data.reason)}</q>}
      {data.address !== undefined && (
        <span className="block text-sm text-soft">
          {[data.userAgent && deviceName(asText(data.userAgent)), asText(data.address)]
            .filter(Boolean)
            .join(" · ")}
        </span>
      )}
      {intact !== null && (
        <details className="text-base">
          <summary
            className={`min-h-11 cursor-pointer content-center ${intact ? "text-soft" : "font-semibold text-danger"}`}
          >
            {intact ? "Signed record, unaltered" : "The signed record has been altered"}
          </summary>
          <pre className="whitespace-pre-wrap border-l-4 border-line pl-3 font-mono text-sm">
            {asText(data.snapshot)}
          </pre>
          <p className="text-soft">SHA-256 {asText(data.sha256)}</p>
        </details>
      )}
    </>
  );
}
