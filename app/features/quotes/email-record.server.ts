import { href } from "react-router";
import { desc, eq } from "drizzle-orm";
import type { Administrator } from "#app/features/auth/model.ts";
import type { FieldValues } from "#app/features/email/fields.ts";
import type { EmailRecord } from "#app/features/email/model.ts";
import type { Db } from "#app/server/database/db.server.ts";
import { quotes } from "#app/server/database/tables.server.ts";
import { absoluteUrl } from "#app/server/http/site-url.server.ts";
import { longDay } from "#app/values/calendar.ts";
import { formatMoney } from "#app/values/money.ts";
import { firstNameOf } from "#app/values/names.ts";
import { clockTime } from "#app/values/time-of-day.ts";
import { hoursText, playingHours } from "./kinds.ts";
import { type Quote, toPublicQuote } from "./model.ts";
import { acceptedPrice, isPriceConsistent } from "./pricing.ts";
import { linesOf, type QuoteAmount, studentLinesOf, studentsHeading } from "./wording.ts";

export const quoteUrl = (slug: string) => absoluteUrl(href("/quotes/:slug?", { slug }));

/** Without an id, the newest quote. */
export async function getQuoteEmailRecord(
  db: Db,
  _by: Administrator,
  id: string | null,
): Promise<EmailRecord | null> {
  const [quote] = await db
    .select()
    .from(quotes)
    .where(id === null ? undefined : eq(quotes.id, id))
    .orderBy(desc(quotes.createdAt))
    .limit(1);
  if (!quote) return null;
  return {
    about: { kind: "quotes", id: quote.id, label: quote.clientName },
    recipientEmail: quote.clientEmail,
    subject: `Regarding your quote for ${quote.eventTitle || quote.invoiceType}`,
    record: quoteFields(quote),
  };
}

/** @param link where the client reads it; by default its own, which a draft does not have */
export function quoteFields(
  quote: Quote,
  link = quote.slug && !quote.draft ? quoteUrl(quote.slug) : "",
  now = new Date(),
): FieldValues<"quotes"> {
  const until = quote.validUntil ? longDay(quote.validUntil) : "";
  const hours = playingHours(quote);
  const { total, deposit, balance } = acceptedPrice(quote);
  return {
    first_name: firstNameOf(quote.clientName),
    client_name: quote.clientName,
    client_email: quote.clientEmail,
    invoice_type: quote.invoiceType,
    event: quote.eventTitle || "your event",
    event_title: quote.eventTitle,
    event_date: quote.eventDate,
    event_time: hoursText(hours),
    event_start: hours && clockTime(hours.start),
    event_end: hours?.end && clockTime(hours.end),
    event_location: quote.eventLocation,
    guests: quote.guests,
    prepared_by: quote.preparedBy,
    total_amount: formatMoney(total),
    deposit: formatMoney(deposit),
    balance: formatMoney(balance),
    details: detailsText(quote, now),
    quote_link: link,
    valid_until: until,
    valid_until_sentence: until && `It's valid until ${until}. `,
    created_at: quote.createdAt,
    accepted_at: quote.acceptedAt,
    rejected_at: quote.rejectedAt,
    slug: quote.slug,
    id: quote.id,
  };
}

/** A draft's link is made on sending. */
export const sendingFields = (quote: Quote) =>
  quoteFields(quote, quote.slug ? quoteUrl(quote.slug) : "(the link to this quote)");

/** Shown by the price lines already. */
const inPrice = ["rates", "selected_add_ons", "offered_add_ons"];

function detailsText(quote: Quote, now: Date): string {
  const amounts = (lines: readonly QuoteAmount[], before = "") =>
    lines.map(([label, amount]) => `${before}${label}: ${formatMoney(amount)}`);
  const shown = toPublicQuote(quote, now);
  const price = isPriceConsistent(quote)
    ? [...amounts(linesOf(shown)), ...amounts(studentLinesOf(shown), `${studentsHeading}, `)]
    : [];
  const others = Object.entries(quote.details ?? {}).filter(([key]) => !inPrice.includes(key));
  return [...price, ...others.flatMap(([key, value]) => linesFor(inWords(key), value))].join("\n");
}

function linesFor(label: string, value: unknown): string[] {
  if (value === null || value === undefined || value === "") return [];
  if (typeof value === "boolean") return [`${label}: ${value ? "yes" : "no"}`];
  if (typeof value !== "object") return [`${label}: ${String(value)}`];
  const inner = Object.entries(value);
  const isPlain = (one: unknown) => typeof one !== "object" || one === null;
  if (Array.isArray(value) && value.every(isPlain)) return [`${label}: ${value.join(", ")}`];
  return inner.flatMap(([key, one]) =>
    linesFor(
      `${label}, ${inWords(Array.isArray(value) ? String(Number(key) + 1) : key, "lower")}`,
      one,
    ),
  );
}

/** `sound_check` and `soundCheck` become `Sound check`. */
function inWords(key: string, first: "upper" | "lower" = "upper"): string {
  const words = key
    .replace(/[_-]+/g, " ")
    .replace(/([a-z\d])([A-Z])/g, "$1 $2")
    .toLowerCase()
    .trim();
  return first === "upper" ? words.charAt(0).toUpperCase() + words.slice(1) : words;
}
