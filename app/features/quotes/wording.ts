import { balanceDay } from "#app/features/invoices/model.ts";
import { longDay } from "#app/values/calendar.ts";
import { type Cents, formatMoney } from "#app/values/money.ts";
import { type AddOn, addOnKeys, quoteKinds, addOnName, hoursText, hoursWith } from "./kinds.ts";
import type { PublicQuote } from "./model.ts";
import { onSiteCost, type Price, quotePrice } from "./pricing.ts";

/* The page, the PDF, the emails and the record of an acceptance all take their lines from here. */

export type QuoteFact = readonly [label: string, value: string];
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

export type Agreement = ReturnType<typeof agreementOf>;

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
