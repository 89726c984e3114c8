import type { emails, quoteEvents } from "#app/server/database/tables.server.ts";
import { byInstant, longInstant } from "#app/values/calendar.ts";
import { asText } from "./quote-facts.tsx";

type Event = Pick<typeof quoteEvents.$inferSelect, "id" | "kind" | "actor" | "at" | "data"> & {
  intact: boolean | null;
};

type HistoryProps = {
  events: readonly Event[];
  letters: readonly Pick<
    typeof emails.$inferSelect,
    "id" | "subject" | "recipient" | "state" | "createdAt"
  >[];
};

/** What happened, by whom, and which letters it caused, as it came. */
export function QuoteHistory({ events, letters: sent }: HistoryProps) {
  const entries = [
    ...events.map((event) => ({
      key: `event-${event.id}`,
      at: event.at,
      what: whatHappened(event),
      event,
    })),
    ...sent.map(({ id, subject, recipient, state, createdAt }) => ({
      key: id,
      at: createdAt,
      what: `Letter to ${recipient}: ${subject} (${state})`,
      event: null,
    })),
  ].sort((one, other) => byInstant(one.at, other.at));
  if (entries.length === 0) return null;
  return (
    <section>
      <h2 className="display-3 mb-2">History</h2>
      <ol className="flex flex-col">
        {entries.map(({ key, at, what, event }) => (
          <li key={key} className="border-b border-line py-2 wrap-anywhere">
            {what}
            <span className="block text-base text-soft">{longInstant(at)}</span>
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
      return `Rejected by ${by}`;
    case "declined":
      return `Declined by ${by}`;
    case "withdrawn":
      return `Withdrawn by ${by}`;
    case "replaced":
      return `Replaced: ${by} accepted the new version`;
    case "reopened":
      return data.was
        ? `Reopened by ${by}: it had been ${asText(data.was)} by mistake`
        : `Stands again: ${by} reversed what had replaced it`;
  }
}

const claims: Record<string, string> = {
  claimedTotal: "total",
  claimedOnSitePerformanceCost: "performance cost",
  claimedShowPreparationFee: "preparation fee",
};

function Details({ event: { data, intact } }: { event: Event }) {
  return (
    <>
      {data.reason !== undefined && <q className="block">{asText(data.reason)}</q>}
      {data.address !== undefined && (
        <span className="block text-base text-soft">
          From {asText(data.address)}, {asText(data.userAgent)}
        </span>
      )}
      {Object.entries(claims).map(
        ([key, figure]) =>
          data[key] !== undefined && (
            <span key={key} className="block text-base text-danger">
              The request named another {figure} ({asText(data[key])}); it was ignored.
            </span>
          ),
      )}
      {intact !== null && (
        <details className="text-base">
          <summary
            className={`cursor-pointer ${intact ? "text-soft" : "font-semibold text-danger"}`}
          >
            {intact ? "Sealed record, unchanged since" : "The sealed record has been changed since"}
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
