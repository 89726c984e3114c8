import { href, Link } from "react-router";
import { useOwnEmail } from "#app/features/audit/use-own-email.ts";
import { deviceName } from "#app/features/auth/device-name.ts";
import { emailStateLabels } from "#app/features/email/model.ts";
import type { emails as emailsTable, quoteEvents } from "#app/server/database/tables.server.ts";
import { EmailWithin, WithEmailsInParts } from "#app/ui/admin/email-link.tsx";
import { When } from "#app/ui/admin/when.tsx";
import { byInstant } from "#app/values/calendar.ts";
import type { QuoteState } from "#app/features/quotes/model.ts";
import { asText } from "./quote-facts.tsx";

type Event = Pick<typeof quoteEvents.$inferSelect, "id" | "kind" | "actor" | "at" | "data"> & {
  intact: boolean | null;
};

type HistoryProps = {
  state: QuoteState;
  clientEmail: string;
  events: readonly Event[];
  emails: readonly Pick<
    typeof emailsTable.$inferSelect,
    "id" | "kind" | "subject" | "recipient" | "state" | "createdAt"
  >[];
};

export function QuoteHistory({ state: now, events, emails: sent, clientEmail }: HistoryProps) {
  // The page's header shows its reason.
  const inHeader = now === "declined" && events.findLast(({ kind }) => kind === "declined")?.id;
  const own = useOwnEmail();
  const entries = [
    ...events.map((event) => ({
      key: `event-${event.id}`,
      at: event.at,
      what: <WithEmailsInParts>{whatHappened(event, clientEmail, own)}</WithEmailsInParts>,
      state: null,
      event,
    })),
    ...sent.map(({ id, kind, subject, recipient, state, createdAt }) => ({
      key: id,
      at: createdAt,
      what: (
        <>
          {kind === "quote-reminder" ? "Automatic reminder" : "Email"} to{" "}
          <EmailWithin email={recipient} />:{" "}
          <Link to={href("/admin/sent-mail/:id", { id })} className="link">
            {subject}
          </Link>
        </>
      ),
      state: emailStateLabels[state],
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
        {entries.map(({ key, at, what, state, event }) => (
          <li key={key} className="wrap-anywhere">
            {what}
            <span className={`block text-sm text-soft ${state ? "" : beginsLine}`}>
              {state && `${state}, `}
              <When at={at} />
            </span>
            {event && <Details event={event} withReason={event.id !== inHeader} />}
          </li>
        ))}
      </ol>
    </section>
  );
}

/** The time is a box of its own, so the line's `first-letter` doesn't reach it. */
const beginsLine = "[&>time]:first-letter:uppercase";

function whatHappened(
  { kind, actor, data }: Event,
  clientEmail: string,
  own: string | undefined,
): string {
  const by = actor === "client" ? "the client" : actor === own ? "you" : actor;
  switch (kind) {
    case "sent":
      return data.recipient === clientEmail
        ? `Sent by ${by}`
        : `Sent to ${asText(data.recipient)} by ${by}`;
    case "viewed":
      return "Opened by the client for the first time";
    case "revised":
      return `Revised by ${by}: version ${asText(data.version)}`;
    case "accepted":
      return `Accepted by ${actor === "client" ? acceptor(data, clientEmail) : by}`;
    case "rejected":
    case "declined":
      return `Rejected by ${by}`;
    case "withdrawn":
      return `Withdrawn by ${by}`;
    case "replaced":
      return `Replaced by a new version, accepted by ${by}`;
    case "cancelled":
      return data.cancelledBy === "client"
        ? `Cancelled by the client, recorded by ${by}`
        : `Cancelled by ${by}`;
    case "reopened":
      return data.was ? `Reopened by ${by}: ${asText(data.was)} by mistake` : `Restored by ${by}`;
  }
}

/** Omits the email address that the facts show. */
const acceptor = ({ clientName, clientEmail }: Event["data"], known: string) =>
  clientEmail === known ? asText(clientName) : `${asText(clientName)} (${asText(clientEmail)})`;

function Details({ event: { data, intact }, withReason }: { event: Event; withReason: boolean }) {
  return (
    <>
      {withReason && data.reason !== undefined && <q className="block">{asText(data.reason)}</q>}
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
          <Device data={data} />
        </details>
      )}
    </>
  );
}

function Device({ data: { userAgent, address } }: Pick<Event, "data">) {
  if (address === undefined) return null;
  const device = userAgent ? deviceName(asText(userAgent)) : "";
  return <p className="text-soft">{[device, asText(address)].filter(Boolean).join(" · ")}</p>;
}
