import type { invoices } from "#app/server/tables.server.ts";
import { livePiano } from "#app/content/prices.ts";
import { addDays } from "#app/values/calendar.ts";
import type { ListShape } from "#app/values/list.ts";
import { type Cents, splitDeposit, toCents } from "#app/values/money.ts";

export type Quote = typeof invoices.$inferSelect;

/** Derived, never stored: accepted if accepted_at is set, else rejected if rejected_at is set, else pending. */
export type QuoteStatus = "accepted" | "rejected" | "pending";

export const statusLabels: Record<QuoteStatus, string> = { accepted: "Accepted", rejected: "Rejected", pending: "Pending" };

export function quoteStatus(quote: Pick<Quote, "acceptedAt" | "rejectedAt">): QuoteStatus {
  if (quote.acceptedAt) return "accepted";
  return quote.rejectedAt ? "rejected" : "pending";
}

/** The lists of quotes that the owner can look at, with their headings and what they say when empty. */
export const quoteLists = {
  accepted: { tab: "Accepted", heading: "All Accepted Quotes", empty: "No accepted quotes found yet." },
  pending: { tab: "Pending", heading: "Pending Quotes", empty: "No pending quotes found." },
  rejected: { tab: "Rejected", heading: "Rejected Quotes", empty: "No rejected quotes found." },
  all: { tab: "All", heading: "All Quotes", empty: "No quotes found yet." },
} as const;

export type QuoteList = keyof typeof quoteLists;

/** What any of them can be asked for: the newest decision, or the newest quote, first. */
export const quoteListShape: ListShape = { sorts: ["name", "event", "amount", "newest"], sort: "-newest" };

export function isQuoteList(name: string | null): name is QuoteList {
  return name !== null && Object.hasOwn(quoteLists, name);
}

export const livePianoType = "Live Piano Services Quote";

export function isLivePiano(quote: Pick<Quote, "invoiceType">): boolean {
  return quote.invoiceType === livePianoType;
}

export type AddOns = { extraHour: boolean; rehearsal: boolean };

/** In the order in which they are offered. */
export const addOnNames: Record<keyof AddOns, string> = {
  rehearsal: "Pre-event 2-hour rehearsal",
  extraHour: "Extra performance hour until 10:00pm",
};

export const noAddOns: AddOns = { extraHour: false, rehearsal: false };

/** What a quote costs, in cents: its base price and what each add-on it offers would add. */
export type Rates = { base: Cents; extraHour: Cents; rehearsal: Cents };

function field(source: unknown, key: string): unknown {
  return typeof source === "object" && source !== null && Object.hasOwn(source, key) ? (source as Record<string, unknown>)[key] : undefined;
}

function cents(amount: unknown): Cents | null {
  const text = typeof amount === "number" ? amount.toFixed(2) : amount;
  return typeof text === "string" && /^\d{1,8}(\.\d{1,2})?$/.test(text) ? toCents(text) : null;
}

/** The add-ons that are written into a quote's details; none unless they say so. */
export function selectedAddOns(quote: Pick<Quote, "details">): AddOns {
  const chosen = field(quote.details, "selected_add_ons");
  return { extraHour: field(chosen, "extraHour") === true, rehearsal: field(chosen, "rehearsal") === true };
}

/**
 * The rates of a quote, from its own record: `details.rates` where they were copied into it, else
 * its total (which, once accepted, contains the chosen add-ons) and the usual add-on prices.
 * Only live piano quotes offer add-ons.
 */
export function ratesOf(quote: Pick<Quote, "invoiceType" | "details" | "totalAmount" | "acceptedAt">): Rates {
  const own = field(quote.details, "rates");
  const offers = isLivePiano(quote);
  const extraHour = offers ? (cents(field(own, "extraHour")) ?? livePiano.extraHour) : 0;
  const rehearsal = offers ? (cents(field(own, "rehearsal")) ?? livePiano.rehearsal) : 0;
  const total = toCents(quote.totalAmount);
  const chosen = quote.acceptedAt ? addOnsPrice({ extraHour, rehearsal }, selectedAddOns(quote)) : 0;
  return { base: cents(field(own, "base")) ?? Math.max(0, total - chosen), extraHour, rehearsal };
}

function addOnsPrice(rates: Pick<Rates, "extraHour" | "rehearsal">, addOns: AddOns): Cents {
  return (addOns.extraHour ? rates.extraHour : 0) + (addOns.rehearsal ? rates.rehearsal : 0);
}

export type Price = { total: Cents; deposit: Cents; balance: Cents };

/** Base plus the selected add-ons; a 50 % deposit secures the booking, the balance is the rest. */
export function priceOf(rates: Rates, addOns: AddOns): Price {
  const total = rates.base + addOnsPrice(rates, addOns);
  return { total, ...splitDeposit(total) };
}

/** What was agreed, as the record has it. */
export function acceptedPrice(quote: Pick<Quote, "totalAmount">): Price {
  const total = toCents(quote.totalAmount);
  return { total, ...splitDeposit(total) };
}

/** The last day on which the balance is in time: 7 days before the event. */
export function balanceDueDay(quote: Pick<Quote, "eventDate">): string | null {
  return quote.eventDate ? addDays(quote.eventDate, -livePiano.balanceDueDaysBefore) : null;
}

/** The playing hours that a selection amounts to. */
export function hoursOf(addOns: AddOns): string {
  return addOns.extraHour ? livePiano.hoursWithExtra : livePiano.hours;
}

/** `Quote Details #` takes the first 8 characters of the id. */
export function shortId(quote: Pick<Quote, "id">): string {
  return quote.id.slice(0, 8);
}

export const limits = { nameMin: 2, nameMax: 100 } as const;

/** Exactly what the public page shows of a quote; nothing else of the record leaves the server. */
export type PublicQuote = {
  type: string;
  livePiano: boolean;
  clientName: string;
  clientEmail: string;
  eventTitle: string | null;
  eventDate: string | null;
  eventLocation: string | null;
  preparedBy: string | null;
  rates: Rates;
  balanceDue: string | null;
  status: QuoteStatus;
  acceptedAt: string | null;
  accepted: { addOns: AddOns; price: Price } | null;
};

export function toPublicQuote(quote: Quote): PublicQuote {
  const status = quoteStatus(quote);
  return {
    type: quote.invoiceType,
    livePiano: isLivePiano(quote),
    clientName: quote.clientName,
    clientEmail: quote.clientEmail,
    eventTitle: quote.eventTitle,
    eventDate: quote.eventDate,
    eventLocation: quote.eventLocation,
    preparedBy: quote.preparedBy,
    rates: ratesOf(quote),
    balanceDue: balanceDueDay(quote),
    status,
    acceptedAt: quote.acceptedAt?.toISOString() ?? null,
    accepted: status === "accepted" ? { addOns: selectedAddOns(quote), price: acceptedPrice(quote) } : null,
  };
}
