import type { letters, quoteEvents } from "#app/server/tables.server.ts";
import { longDay, longInstant } from "#app/values/calendar.ts";
import { formatMoney, toCents } from "#app/values/money.ts";
import type { Quote } from "./model.ts";

/** Everything the record says, with the extra details as they are. */
export function QuoteFacts({ quote }: { quote: Quote }) {
  const facts: [string, string | null][] = [
    ["Client name", quote.clientName],
    ["Client email", quote.clientEmail],
    ["Quote type", quote.invoiceType],
    ["Event title", quote.eventTitle],
    ["Event date", quote.eventDate && longDay(quote.eventDate)],
    ["Event location", quote.eventLocation],
    ["Prepared by", quote.preparedBy],
    ["Created at", longInstant(quote.createdAt)],
    ["Accepted on", quote.acceptedAt && longInstant(quote.acceptedAt)],
    ["Rejected on", quote.rejectedAt && longInstant(quote.rejectedAt)],
  ];
  const extra = Object.entries(quote.details ?? {});
  return (
    <>
      <List entries={facts.filter((fact): fact is [string, string] => Boolean(fact[1]))} />
      {extra.length > 0 && (
        <section>
          <h2 className="display-3 mb-2">Additional Details</h2>
          <List entries={extra.map(([key, value]) => [humanise(key), asText(value)])} />
        </section>
      )}
      <p className="flex justify-between border-y-2 border-brass py-4 font-display text-2xl">
        <span>Total amount</span>
        <span className="tabular-nums">{formatMoney(toCents(quote.totalAmount))}</span>
      </p>
    </>
  );
}

function List({ entries }: { entries: readonly (readonly [string, string])[] }) {
  return (
    <dl className="grid gap-x-10 sm:grid-cols-2">
      {entries.map(([term, value]) => (
        <div key={term} className="border-b border-line py-2">
          <dt className="text-base text-soft">{term}</dt>
          <dd className="wrap-anywhere">{value}</dd>
        </div>
      ))}
    </dl>
  );
}

/** `selected_add_ons` and `extraHour` become `Selected add ons` and `Extra hour`. */
export function humanise(key: string): string {
  const words = key.replace(/_/g, " ").replace(/([a-z\d])([A-Z])/g, "$1 $2").toLowerCase().trim();
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** Booleans as Yes or No, lists joined, objects as text. */
export function asText(value: unknown): string {
  if (typeof value === "boolean") return value ? "Yes" : "No";
  if (Array.isArray(value)) return value.map(asText).join(", ");
  if (typeof value === "object" && value !== null) return Object.entries(value).map(([key, inner]) => `${humanise(key)}: ${asText(inner)}`).join("; ");
  return value === null || value === undefined ? "" : String(value);
}

type HistoryProps = {
  events: readonly Pick<typeof quoteEvents.$inferSelect, "id" | "kind" | "actor" | "at" | "data">[];
  letters: readonly Pick<typeof letters.$inferSelect, "id" | "subject" | "recipient" | "state" | "createdAt">[];
};

/** What happened, by whom, and which letters it caused. */
export function QuoteHistory({ events, letters: sent }: HistoryProps) {
  if (events.length === 0 && sent.length === 0) return null;
  return (
    <section>
      <h2 className="display-3 mb-2">History</h2>
      <ol className="flex flex-col">
        {events.map(({ id, kind, actor, at, data }) => (
          <li key={id} className="border-b border-line py-2">
            {humanise(kind)} by {actor === "client" ? `${asText(data.clientName)} (${asText(data.clientEmail)})` : actor}
            <span className="block text-base text-soft">{longInstant(at)}</span>
            {data.claimedTotal !== undefined && (
              <span className="block text-base text-danger">The request named another total ({asText(data.claimedTotal)}); it was ignored.</span>
            )}
          </li>
        ))}
        {sent.map(({ id, subject, recipient, state, createdAt }) => (
          <li key={id} className="border-b border-line py-2">
            Letter to {recipient}: {subject} ({state})<span className="block text-base text-soft">{longInstant(createdAt)}</span>
          </li>
        ))}
      </ol>
    </section>
  );
}
