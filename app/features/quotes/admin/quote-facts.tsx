import { longDay, longInstant } from "#app/values/calendar.ts";
import { formatMoney, toCents } from "#app/values/money.ts";
import { type Quote, quoteStatus } from "#app/features/quotes/model.ts";
import { priceByDetails, isPriceConsistent } from "#app/features/quotes/pricing.ts";

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
    ["Valid until", quote.validUntil && longDay(quote.validUntil)],
    ["Sent on", quote.sentAt && longInstant(quote.sentAt)],
    [
      "First viewed",
      quote.viewedAt &&
        `${longInstant(quote.viewedAt)} (${quote.views === 1 ? "once" : `${quote.views} times`} so far)`,
    ],
    ["Version", quote.version > 1 ? String(quote.version) : null],
    ["Notes", quote.notes],
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
      {quoteStatus(quote) === "pending" && !isPriceConsistent(quote) && (
        <p className="border-l-4 border-danger bg-raised p-4">
          Two prices: the total says {formatMoney(toCents(quote.totalAmount))}, the details make{" "}
          {formatMoney(priceByDetails(quote) ?? Number.NaN)}. Until you've edited this quote it
          can't be sent or accepted.
        </p>
      )}
    </>
  );
}

function List({ entries }: { entries: readonly (readonly [string, string])[] }) {
  return (
    <dl className="grid gap-x-10 sm:grid-cols-2">
      {entries.map(([term, value]) => (
        <div key={term} className="border-b border-line py-2">
          <dt className="text-base text-soft">{term}</dt>
          <dd className="whitespace-pre-line wrap-anywhere">{value}</dd>
        </div>
      ))}
    </dl>
  );
}

/** `selected_add_ons` and `extraHour` become `Selected add ons` and `Extra hour`. */
export function humanise(key: string): string {
  const words = key
    .replace(/_/g, " ")
    .replace(/([a-z\d])([A-Z])/g, "$1 $2")
    .toLowerCase()
    .trim();
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** Booleans as Yes or No, lists joined, objects as text, one within another in brackets. */
export function asText(value: unknown): string {
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
