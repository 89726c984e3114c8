import type { quotes } from "#app/server/database/tables.server.ts";
import { type Cents, toCents, formatMoney } from "#app/values/money.ts";
import {
  addDays,
  byInstant,
  type Day,
  hasEnded,
  isDay,
  isInstant,
  melbourneDay,
  longDay,
} from "#app/values/calendar.ts";
import {
  quoteKindOf,
  quoteKinds,
  offeredAddOns,
  selectedAddOns,
  baseHours,
  acceptedPrice,
  breakdownOf,
  isPriceConsistent,
  ratesOf,
  studentRatesOf,
  type AddOn,
  addOnKeys,
  addOnName,
  hoursText,
  hoursWith,
  onSiteCost,
  type Price,
  quotePrice,
} from "./pricing.ts";
import { balanceDay } from "#app/features/invoices/model.ts";

export type Quote = typeof quotes.$inferSelect;

type QuoteStatus = "accepted" | "rejected" | "pending";

export function quoteStatus(quote: Pick<Quote, "acceptedAt" | "rejectedAt">): QuoteStatus {
  if (quote.acceptedAt) return "accepted";
  return quote.rejectedAt ? "rejected" : "pending";
}

export function quoteTitle(quote: Pick<Quote, "eventTitle" | "invoiceType">): string {
  return quote.eventTitle?.trim() || quote.invoiceType;
}

/** A draft, or sent and unanswered. */
export function isUndecided(quote: Pick<Quote, "acceptedAt" | "rejectedAt">): boolean {
  return quoteStatus(quote) === "pending";
}

/** Sent and unanswered, perhaps expired. In SQL: `openQuote`. */
export function isOpen(quote: Pick<Quote, "acceptedAt" | "rejectedAt" | "draft">): boolean {
  return isUndecided(quote) && !quote.draft;
}

export type QuoteState =
  | QuoteStatus
  | "draft"
  | "expired"
  | "declined"
  | "withdrawn"
  | "replaced"
  | "cancelled";

export const quoteStateLabels: Record<QuoteState, string> = {
  draft: "Draft",
  pending: "Pending",
  expired: "Expired",
  accepted: "Accepted",
  rejected: "Rejected",
  declined: "Rejected",
  withdrawn: "Withdrawn",
  replaced: "Replaced",
  cancelled: "Cancelled",
};

export function quoteState(
  quote: Pick<Quote, "acceptedAt" | "rejectedAt" | "closedAs" | "draft" | "validUntil">,
  now: Date,
): QuoteState {
  const status = quoteStatus(quote);
  if (status === "rejected") return quote.closedAs ?? "rejected";
  if (status === "accepted") return "accepted";
  if (quote.draft) return "draft";
  return quote.validUntil && hasEnded(quote.validUntil, now) ? "expired" : "pending";
}

/** What is kept of a cancelled booking, else the total. */
export function countedAmount({ totalAmount, keptAmount }: Quote): string {
  return keptAmount ?? totalAmount;
}

export function lastActivityOf(quote: Quote): Date {
  const { createdAt, updatedAt, sentAt, viewedAt, acceptedAt, rejectedAt } = quote;
  const instants = [createdAt, updatedAt, sentAt, viewedAt, acceptedAt, rejectedAt];
  return instants
    .filter((instant) => instant !== null)
    .sort(byInstant)
    .at(-1)!;
}

/** The last day to pay the balance in time; null where the kind names none. */
export function balanceDueDay(quote: Pick<Quote, "invoiceType" | "eventDate">): Day | null {
  const { balanceDueDaysBefore } = quoteKinds[quoteKindOf(quote)];
  if (balanceDueDaysBefore === null || !quote.eventDate || !isDay(quote.eventDate)) return null;
  return addDays(quote.eventDate, -balanceDueDaysBefore);
}

export function shortId(quote: Pick<Quote, "id">): string {
  return quote.id.slice(0, 8);
}

/** The API function that accepts this type: the type without its last word, in kebab-case. */
export function functionName(type: string): string {
  const name = type
    .trim()
    .replace(/\s*\S+$/, "")
    .normalize("NFKD")
    .replace(/\p{M}/gu, "")
    .toLowerCase();
  return ["submit", ...name.split(/[^\p{L}\p{N}]+/u).filter(Boolean), "quote"].join("-");
}

export const quoteLimits = {
  nameMin: 2,
  nameMax: 100,
  textMax: 200,
  notesMax: 2000,
  reasonMax: 500,
  amountBelow: 1_000_000_00,
  guestsMax: 100_000,
} as const;

export function isoOf(instant: Date | null): string | null {
  return instant && (isInstant(instant) ? instant.toISOString() : String(instant));
}

export type PublicQuote = ReturnType<typeof toPublicQuote>;

/** What the public page may show; nothing else of the record leaves the server. */
export function toPublicQuote(quote: Quote, now: Date) {
  const state = quoteState(quote, now);
  const decided = quote.acceptedAt ?? quote.rejectedAt;
  return {
    type: quote.invoiceType,
    kind: quoteKindOf(quote),
    clientName: quote.clientName,
    clientEmail: quote.clientEmail,
    eventTitle: quote.eventTitle,
    eventDate: quote.eventDate,
    eventLocation: quote.eventLocation,
    /** Without add-ons. */
    hours: baseHours(quote),
    guests: quote.guests,
    preparedBy: quote.preparedBy,
    notes: quote.notes,
    validUntil: quote.validUntil,
    version: quote.version,
    rates: ratesOf(quote),
    /** In the price; once accepted, with the client's choice. */
    addOns: selectedAddOns(quote),
    offers: offeredAddOns(quote),
    /** Open, but total and details name different prices. */
    priceMismatch: quoteStatus(quote) === "pending" && !isPriceConsistent(quote),
    breakdown: breakdownOf(quote),
    students: studentRatesOf(quote),
    balanceDue: balanceDueDay(quote),
    /** The Melbourne day of its decision, else today: it decides when the balance is due. */
    asOf: melbourneDay(decided && isInstant(decided) ? decided : now),
    state,
    decidedAt: isoOf(decided),
    accepted: state === "accepted" ? acceptedPrice(quote) : null,
    /** What is kept of the payments once it is cancelled. */
    kept: state === "cancelled" ? toCents(quote.keptAmount ?? "0") : 0,
    /** SHA-256 of the acceptance's snapshot. */
    recordHash: null as string | null,
    /** In force until this version is accepted. */
    previousAcceptance: null as { acceptedAt: string; total: Cents } | null,
  };
}

/* The page, the PDF, the emails and the record of an acceptance all take their lines from here. */

type QuoteFact = readonly [label: string, value: string];
export type QuoteAmount = readonly [label: string, amount: Cents];

export function factsOf(quote: PublicQuote, addOns = quote.addOns): QuoteFact[] {
  const facts: [string, string | null][] = [
    ["Prepared for", quote.clientName],
    ["Prepared by", quote.preparedBy],
    ["Date", quote.eventDate && longDay(quote.eventDate)],
    ["Time", hoursText(hoursWith(quote.hours, addOns))],
    ["Place", quote.eventLocation],
    ["Guests", quote.guests?.toLocaleString("en-AU") ?? null],
    [
      "Valid until",
      quote.validUntil && quote.state !== "accepted" ? longDay(quote.validUntil) : null,
    ],
  ];
  return facts.filter((fact): fact is [string, string] => Boolean(fact[1]));
}

function baseLinesOf({ kind, breakdown, rates, ...quote }: PublicQuote): QuoteAmount[] {
  const { baseLine } = quoteKinds[kind];
  const time = hoursText(quote.hours);
  if (baseLine) return [[time ? `${baseLine}, ${time}` : baseLine, rates.base]];
  if (!breakdown) return [];
  const { hourlyRate, hours, preparation } = breakdown;
  const duration = `${hours} ${hours === 1 ? "hour" : "hours"}`;
  const performance = `On-site performance, ${duration} at ${formatMoney(hourlyRate)}`;
  const lines: QuoteAmount[] = [[performance, onSiteCost(breakdown)]];
  return preparation > 0 ? [...lines, ["Show preparation", preparation]] : lines;
}

export function linesOf(quote: PublicQuote, addOns = quote.addOns): QuoteAmount[] {
  return [
    ...baseLinesOf(quote),
    ...addOnKeys.filter((key) => addOns[key]).map((key) => addOnLine(quote, key)),
  ];
}

function addOnLine({ hours, rates }: PublicQuote, key: AddOn): QuoteAmount {
  return [addOnName(key, hours), rates[key]];
}

export function offerLinesOf(quote: PublicQuote): QuoteAmount[] {
  return quote.offers.map((key) => addOnLine(quote, key));
}

type Terms = Pick<PublicQuote, "kind" | "balanceDue" | "eventDate" | "asOf">;

export function sumsOf(quote: Terms, { total, deposit, balance }: Price): QuoteAmount[] {
  return [
    ["Total", total],
    [quoteKinds[quote.kind].deposit, deposit],
    [balanceLabel(quote), balance],
  ];
}

/** Whether the quote is accepted too late for the usual due day of the balance. */
export function isBalanceDueEarly({ balanceDue, eventDate, asOf }: Terms): boolean {
  return balanceDue !== null && balanceDue !== balanceDay(asOf, eventDate!);
}

function balanceLabel(quote: Terms): string {
  const { kind, balanceDue, eventDate, asOf } = quote;
  const days = quoteKinds[kind].balanceDueDaysBefore;
  if (days === null) return "Balance";
  const rule = `${days} days before the event`;
  if (!balanceDue) return `Balance, due ${rule}`;
  return isBalanceDueEarly(quote)
    ? `Balance, due with the deposit by ${longDay(balanceDay(asOf, eventDate!))}`
    : `Balance, due by ${longDay(balanceDue)} (${rule})`;
}

export function studentLinesOf({ students }: Pick<PublicQuote, "students">): QuoteAmount[] {
  return students.map(({ minutes, price }) => [`${minutes} minutes`, price]);
}

/** The first 8 digits of the SHA-256, to compare with the whole. */
export const recordNumber = (hash: string) => `${hash.slice(0, 4)}-${hash.slice(4, 8)}`;

export const studentsHeading = "Student rehearsals (per student)";

export function acceptanceSentence(total: Cents): string {
  return `I accept this quote for ${formatMoney(total)} and the payment terms above.`;
}

export function agreementOf(quote: PublicQuote, addOns = quote.addOns) {
  const price = quote.accepted ?? quotePrice(quote.rates, addOns);
  return {
    type: quote.type,
    title: quote.eventTitle,
    version: quote.version,
    facts: factsOf(quote, addOns),
    lines: linesOf(quote, addOns),
    sums: sumsOf(quote, price),
    students: studentLinesOf(quote),
    notes: quote.notes,
    sentence: acceptanceSentence(price.total),
  };
}
