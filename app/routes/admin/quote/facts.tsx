import type { ReactNode } from "react";
import { href, Link } from "react-router";
import { playingTime, priceByDetails, isPriceConsistent } from "#app/features/quotes/pricing.ts";
import {
  isUndecided,
  type Quote,
  type QuoteState,
  quoteStateLabels,
  quoteTitle,
  shortId,
} from "#app/features/quotes/model.ts";
import { EmailInParts, WithEmailsInParts } from "#app/ui/admin/line-breaks.tsx";
import { type FactEntry, KnownFacts } from "#app/ui/admin/fact.tsx";
import { OnDay, When } from "#app/ui/admin/when.tsx";
import { formatMoney, toCents } from "#app/values/money.ts";
import { useOwnEmail } from "#app/ui/admin/access.tsx";
import { deviceName } from "#app/features/auth/model.ts";
import { emailEntry, Timeline } from "#app/routes/admin/timeline.tsx";
import type { emails as emailsTable, quoteEvents } from "#app/server/database/tables.server.ts";
import { Parts } from "#app/ui/admin/page.tsx";
import { countOf } from "#app/values/wording.ts";
import { Badge } from "#app/ui/badge.tsx";
import { quoteStateTones } from "#app/routes/admin/quote-lists.ts";

const onDay = (day: string | null) => day && <OnDay day={day} />;
const atTime = (instant: Date | null) => instant && <When at={instant} />;

export function QuoteFacts({ quote, enquiry }: { quote: Quote; enquiry: ReactNode }) {
  const facts: FactEntry[] = [
    ["Client name", quote.clientName],
    ["Client email", <ClientEmail key="email" email={quote.clientEmail} />],
    ["Prepared by", quote.preparedBy],
    ["Enquiry", enquiry],
    ["Created at", atTime(quote.createdAt)],
    ["Sent on", atTime(quote.sentAt)],
    ["First viewed", firstView(quote)],
    ["Valid until", onDay(quote.validUntil)],
    ["Accepted on", atTime(quote.acceptedAt)],
    [quote.closedAs === "cancelled" ? "Cancelled on" : "Rejected on", atTime(quote.rejectedAt)],
    ["Version", quote.version > 1 ? String(quote.version) : null],
  ];
  return (
    <section aria-label="Facts">
      <KnownFacts facts={facts} />
    </section>
  );
}

export function QuotedEvent({ quote }: { quote: Quote }) {
  const facts: FactEntry[] = [
    ["Quote type", quote.invoiceType],
    ["Event title", quote.eventTitle],
    ["Event date", onDay(quote.eventDate)],
    ["Event time", playingTime(quote)],
    ["Event location", quote.eventLocation],
    ["Travel, minutes", quote.travelMinutes],
    ["Guests", quote.guests],
    ["Notes", quote.notes],
  ];
  const extra = Object.entries(quote.details ?? {});
  return (
    <>
      <section aria-label="Event">
        <KnownFacts facts={facts} />
      </section>
      <p className="flex justify-between border-y-2 border-brass py-4 font-display text-2xl">
        <span>Total amount</span>
        <span className="tabular-nums">{formatMoney(toCents(quote.totalAmount))}</span>
      </p>
      {isUndecided(quote) && !isPriceConsistent(quote) && (
        <p className="border-l-4 border-danger bg-raised p-4">
          Two prices: the total says {formatMoney(toCents(quote.totalAmount))}, the details make{" "}
          {formatMoney(priceByDetails(quote) ?? Number.NaN)}. Until you've edited this quote it
          can't be sent or accepted.
        </p>
      )}
      {extra.length > 0 && (
        <section>
          <h2 className="display-3 mb-2">Additional Details</h2>
          <KnownFacts
            facts={extra.map(([key, value]) => [
              humanise(key),
              isNested(value) ? (
                <PriceParts key={key} parts={key === "rates" ? inMoney(value) : value} />
              ) : (
                asText(value) || "–"
              ),
            ])}
          />
        </section>
      )}
    </>
  );
}

function firstView({ viewedAt, views }: Quote): ReactNode {
  if (!viewedAt) return null;
  return (
    <>
      <When at={viewedAt} />
      <span className="block text-soft">
        opened {views === 1 ? "once" : `${views} times`} so far
      </span>
    </>
  );
}

function ClientEmail({ email }: { email: string }) {
  return (
    <>
      <span className="block text-balance">
        <EmailInParts email={email} />
      </span>
      <Link
        to={href("/admin/clients/:email", { email })}
        className="link block w-fit pointer-coarse:mt-2.5"
      >
        Client history
      </Link>
    </>
  );
}

function PriceParts({ parts }: { parts: unknown }) {
  return partsOf(parts).map(([name, value]) => (
    <span key={name} className="flex justify-between gap-4 tabular-nums">
      {name}
      <span className="text-right">{asText(value)}</span>
    </span>
  ));
}

/** `rehearsals` by their minutes become `Rehearsals, 30 min`, after plain values. */
function partsOf(parts: unknown, of = ""): [string, unknown][] {
  const entries = Object.entries(parts as object);
  const nestedLast = entries.toSorted(
    ([, one], [, other]) => Number(isNested(one)) - Number(isNested(other)),
  );
  return nestedLast.flatMap(([key, value]) => {
    const name = of ? `${of}, ${/^\d+$/.test(key) ? `${key} min` : key}` : humanise(key);
    return isNested(value) ? partsOf(value, name) : [[name, value]];
  });
}

/** Rates are stored as `1200.00`. */
function inMoney(rates: unknown): unknown {
  if (isNested(rates))
    return Object.fromEntries(
      Object.entries(rates as object).map(([name, rate]) => [name, inMoney(rate)]),
    );
  return typeof rates === "string" && /^\d+\.\d\d$/.test(rates)
    ? formatMoney(toCents(rates))
    : rates;
}

/** `selected_add_ons` and `extraHour` become `Selected add ons` and `Extra hour`. */
function humanise(key: string): string {
  const words = key
    .replace(/_/g, " ")
    .replace(/([a-z\d])([A-Z])/g, "$1 $2")
    .toLowerCase()
    .trim();
  return words.charAt(0).toUpperCase() + words.slice(1);
}

function asText(value: unknown): string {
  if (typeof value === "boolean") return value ? "Yes" : "No";
  if (Array.isArray(value)) return value.map(asText).join(", ");
  if (typeof value === "object" && value !== null)
    return Object.entries(value)
      .map(
        ([key, inner]) =>
          `${humanise(key)}: ${isNested(inner) ? `(${asText(inner)})` : asText(inner)}`,
      )
      .join("; ");
  return value === null || value === undefined ? "" : String(value);
}

function isNested(value: unknown): boolean {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

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
  // Of one instant, what was last is shown first.
  const entries = [
    ...events.map((event) => ({
      key: `event-${event.id}`,
      at: event.at,
      what: <WithEmailsInParts>{whatHappened(event, clientEmail, own)}</WithEmailsInParts>,
      details: <Details event={event} withReason={event.id !== inHeader} />,
    })),
    ...sent.map((email) =>
      emailEntry(email, email.kind === "quote-reminder" ? "Automatic reminder" : "Email"),
    ),
  ].toReversed();
  return entries.length > 0 && <Timeline entries={entries} />;
}

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

type HeaderProps = {
  quote: Quote;
  state: QuoteState;
  events: readonly { kind: string; data: Record<string, unknown> }[];
  children: ReactNode;
};

const headerClass = "grid items-center gap-x-6 lg:grid-cols-[auto_minmax(0,1fr)_auto]";

const standingClass = "mt-1 text-soft lg:col-span-2";

export function QuoteHeader({ quote, state, events, children }: HeaderProps) {
  const reason = state === "declined" && reasonOf(events);
  return (
    <header className={headerClass}>
      <p className="mb-3 flex flex-wrap items-center gap-x-4 gap-y-1 text-base lg:col-span-full">
        <Link to={href("/admin/quotes")} className="link py-2.5 lg:py-0">
          Back to Quotes
        </Link>
        <span className="text-soft">Quote Details #{shortId(quote)}</span>
      </p>
      <h1 className="display-3 wrap-anywhere lg:col-span-full">
        {quoteTitle(quote)} <span className="inline-block text-soft">for {quote.clientName}</span>
      </h1>
      <p className="mt-2 flex flex-wrap items-center gap-x-4 gap-y-1 font-display text-2xl tabular-nums">
        {formatMoney(toCents(quote.totalAmount))}
        <span className="font-sans leading-none">
          <Badge tone={quoteStateTones[state]}>{quoteStateLabels[state]}</Badge>
        </span>
      </p>
      <p className={standingClass}>
        <Parts of={standingOf(quote, state)} />
      </p>
      {reason && (
        <q className="mt-3 block max-w-prose wrap-anywhere lg:col-span-full lg:row-start-5">
          {reason}
        </q>
      )}
      {children}
    </header>
  );
}

const reasonOf = (events: HeaderProps["events"]) =>
  asText(events.findLast(({ kind }) => kind === "declined")?.data.reason);

function standingOf(quote: Quote, state: QuoteState): ReactNode[] {
  const until = quote.validUntil ? <OnDay day={quote.validUntil} /> : null;
  switch (state) {
    case "draft":
      return ["Not sent yet", <>last changed {<When at={quote.updatedAt ?? quote.createdAt} />}</>];
    case "pending":
      return until ? [...emailed(quote), lastOf(<>valid until {until}</>)] : emailed(quote);
    case "expired":
      return [...emailed(quote), lastOf(<>expired on {until}</>)];
    case "accepted":
      return [quote.acceptedAt && <>Accepted {<When at={quote.acceptedAt} />}</>];
    case "cancelled":
      return [
        quote.rejectedAt && <>Cancelled {<When at={quote.rejectedAt} />}</>,
        `${formatMoney(toCents(quote.keptAmount ?? "0"))} kept`,
      ];
    default:
      return [
        quote.rejectedAt && (
          <>
            {quoteStateLabels[state]} {state === "declined" && "by the client "}
            <When at={quote.rejectedAt} />
          </>
        ),
      ];
  }
}

const lastOf = (part: ReactNode) => (
  <span className="inline-block max-[28rem]:first-letter:uppercase">{part}</span>
);

function emailed({ sentAt, createdAt, views }: Quote): ReactNode[] {
  return [
    sentAt ? <>Sent {<When at={sentAt} />}</> : <>Created {<When at={createdAt} />}</>,
    views > 0 ? `opened ${views === 1 ? "once" : countOf(views, "time")}` : "not opened yet",
  ];
}
