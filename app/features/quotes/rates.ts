import type { invoices } from "#app/server/tables.server.ts";
import { hourlyQuote, livePiano } from "#app/content/prices.ts";
import { type Cents, fromCents, splitDeposit, toCents } from "#app/values/money.ts";

/*
 * What a quote costs. Every figure comes from the quote's own record: rates are copied into its
 * details when it is made and again when it is accepted, so later price lists change nothing.
 */

type Row = typeof invoices.$inferSelect;

export const livePianoType = "Live Piano Services Quote";

export function isLivePiano(quote: Pick<Row, "invoiceType">): boolean {
  return quote.invoiceType === livePianoType;
}

/** In the order in which they are offered. */
export const addOnNames = {
  rehearsal: "Pre-event 2-hour rehearsal",
  extraHour: "Extra performance hour until 10:00pm",
} as const;

export type AddOn = keyof typeof addOnNames;
export type AddOns = Record<AddOn, boolean>;

export const addOnKeys = Object.keys(addOnNames) as AddOn[];
export const noAddOns: AddOns = { extraHour: false, rehearsal: false };

/** What a quote costs, in cents: its base price and what each add-on would add. */
export type Rates = { base: Cents } & Record<AddOn, Cents>;

/** What the base price of a quote by the hour is made of. */
export type Breakdown = { hourlyRate: Cents; hours: number; preparation: Cents };

export type StudentRate = { minutes: number; price: Cents };

function field(source: unknown, key: string): unknown {
  return typeof source === "object" && source !== null && Object.hasOwn(source, key) ? (source as Record<string, unknown>)[key] : undefined;
}

/** An amount in A$ as details from anywhere may carry it, or null when it is none. */
function cents(amount: unknown): Cents | null {
  const text = typeof amount === "number" ? amount.toFixed(2) : amount;
  return typeof text === "string" && /^\d{1,8}(\.\d{1,2})?$/.test(text) ? toCents(text) : null;
}

/** The add-ons that are written into a quote's details; none unless they say so. */
export function selectedAddOns(quote: Pick<Row, "details">): AddOns {
  const chosen = field(quote.details, "selected_add_ons");
  return { extraHour: field(chosen, "extraHour") === true, rehearsal: field(chosen, "rehearsal") === true };
}

/** The add-ons that a quote lets its client choose: both, unless its details leave one out. Only live piano has any. */
export function offeredAddOns(quote: Pick<Row, "invoiceType" | "details">): AddOn[] {
  if (!isLivePiano(quote)) return [];
  const offered = field(quote.details, "offered_add_ons");
  return addOnKeys.filter((key) => field(offered, key) !== false);
}

type Priced = Pick<Row, "invoiceType" | "details" | "totalAmount" | "acceptedAt">;

/**
 * The rates of a quote: `details.rates` where they were copied into it, else its total (which, once
 * accepted, contains the chosen add-ons) and the usual add-on prices.
 */
export function ratesOf(quote: Priced): Rates {
  const own = field(quote.details, "rates");
  if (!isLivePiano(quote)) {
    const breakdown = quote.acceptedAt ? null : ownBreakdown(quote);
    return { base: breakdown ? baseOf(breakdown) : toCents(quote.totalAmount), extraHour: 0, rehearsal: 0 };
  }
  const extraHour = cents(field(own, "extraHour")) ?? livePiano.extraHour;
  const rehearsal = cents(field(own, "rehearsal")) ?? livePiano.rehearsal;
  const chosen = quote.acceptedAt ? addOnsPrice({ extraHour, rehearsal }, selectedAddOns(quote)) : 0;
  return { base: cents(field(own, "base")) ?? Math.max(0, toCents(quote.totalAmount) - chosen), extraHour, rehearsal };
}

/** Hours times rate, and the preparation. */
export function baseOf({ hourlyRate, hours, preparation }: Breakdown): Cents {
  return onSite({ hourlyRate, hours }) + preparation;
}

/** What the hours on site cost; half hours may leave half a cent, which is rounded up. */
export function onSite({ hourlyRate, hours }: Pick<Breakdown, "hourlyRate" | "hours">): Cents {
  return Math.round(hourlyRate * hours);
}

/** The breakdown in the quote's own details, whole or not at all. */
function ownBreakdown(quote: Pick<Row, "details">): Breakdown | null {
  const own = field(quote.details, "rates");
  const [hourlyRate, preparation, hours] = [cents(field(own, "hourlyRate")), cents(field(own, "preparation")), Number(field(own, "hours"))];
  return hourlyRate !== null && preparation !== null && hours > 0 && hours <= 24 ? { hourlyRate, hours, preparation } : null;
}

/**
 * How a quote of the second layout adds up, where the lines make its price: its own figures, or the usual
 * ones for a '{name} Quote' that costs as much. Else there is a total and nothing to break it down.
 */
export function breakdownOf(quote: Priced): Breakdown | null {
  if (isLivePiano(quote)) return null;
  const { base } = ratesOf(quote);
  const breakdown = ownBreakdown(quote) ?? (isNamedQuote(quote) ? hourlyQuote : null);
  return breakdown && baseOf(breakdown) === base ? { hourlyRate: breakdown.hourlyRate, hours: breakdown.hours, preparation: breakdown.preparation } : null;
}

/** A '{name} Quote' that is not the live piano one. Any other type has only what its record has. */
export function isNamedQuote(quote: Pick<Row, "invoiceType">): boolean {
  return !isLivePiano(quote) && /\S\s+Quote$/.test(quote.invoiceType);
}

/** What a student's own rehearsal costs beside the quote. */
export function studentRatesOf(quote: Pick<Row, "invoiceType" | "details">): StudentRate[] {
  if (isLivePiano(quote)) return [];
  const own = field(field(quote.details, "rates"), "rehearsals");
  if (own === undefined) return isNamedQuote(quote) ? [...hourlyQuote.rehearsals] : [];
  return hourlyQuote.rehearsals.flatMap(({ minutes }) => {
    const price = cents(field(own, String(minutes)));
    return price === null ? [] : [{ minutes, price }];
  });
}

/** The rates as they are written into a quote's details, amounts in A$. */
export function ratesForDetails(quote: Priced): Record<string, unknown> {
  if (isLivePiano(quote)) {
    const { base, extraHour, rehearsal } = ratesOf(quote);
    return { base: fromCents(base), extraHour: fromCents(extraHour), rehearsal: fromCents(rehearsal) };
  }
  const breakdown = breakdownOf(quote);
  const students = studentRatesOf(quote);
  return {
    ...(breakdown && { hourlyRate: fromCents(breakdown.hourlyRate), hours: breakdown.hours, preparation: fromCents(breakdown.preparation) }),
    rehearsals: Object.fromEntries(students.map(({ minutes, price }) => [minutes, fromCents(price)])),
  };
}

function addOnsPrice(rates: Record<AddOn, Cents>, addOns: AddOns): Cents {
  return (addOns.extraHour ? rates.extraHour : 0) + (addOns.rehearsal ? rates.rehearsal : 0);
}

export type Price = { total: Cents; deposit: Cents; balance: Cents };

/** Base plus the selected add-ons; half is the deposit, the balance is the rest. */
export function priceOf(rates: Rates, addOns: AddOns): Price {
  const total = rates.base + addOnsPrice(rates, addOns);
  return { total, ...splitDeposit(total) };
}

/** What was agreed, as the record has it. */
export function acceptedPrice(quote: Pick<Row, "totalAmount">): Price {
  const total = toCents(quote.totalAmount);
  return { total, ...splitDeposit(total) };
}
