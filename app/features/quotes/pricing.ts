import type { invoices } from "#app/server/database/tables.server.ts";
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
  return typeof source === "object" && source !== null && Object.hasOwn(source, key)
    ? (source as Record<string, unknown>)[key]
    : undefined;
}

/** An amount in A$ as details from anywhere may carry it, or null when it is none. */
function cents(amount: unknown): Cents | null {
  const text = typeof amount === "number" ? amount.toFixed(2) : amount;
  return typeof text === "string" && /^\d{1,8}(\.\d{1,2})?$/.test(text) ? toCents(text) : null;
}

/** The add-ons that a quote's total contains: those that its details name. Only live piano has any. */
export function selectedAddOns(quote: Pick<Row, "invoiceType" | "details">): AddOns {
  if (!isLivePiano(quote)) return noAddOns;
  const chosen = field(quote.details, "selected_add_ons");
  return {
    extraHour: field(chosen, "extraHour") === true,
    rehearsal: field(chosen, "rehearsal") === true,
  };
}

/** Whether a quote's details leave an add-on to its client; they do unless they say otherwise. */
function isOffered(quote: Pick<Row, "invoiceType" | "details">, key: AddOn): boolean {
  return isLivePiano(quote) && field(field(quote.details, "offered_add_ons"), key) !== false;
}

/** The add-ons that an open quote lets its client choose: those that it does not contain yet, unless its details leave one out. */
export function offeredAddOns(quote: Pick<Row, "invoiceType" | "details">): AddOn[] {
  const contained = selectedAddOns(quote);
  return addOnKeys.filter((key) => !contained[key] && isOffered(quote, key));
}

/** What a quote contains once its client has chosen: what it `contained` before, and what was wanted and offered. */
export function withChosen(
  quote: Pick<Row, "invoiceType" | "details">,
  contained: AddOns,
  wanted: AddOns,
): AddOns {
  const has = (key: AddOn) => contained[key] || (wanted[key] && isOffered(quote, key));
  return { extraHour: has("extraHour"), rehearsal: has("rehearsal") };
}

type Priced = Pick<Row, "invoiceType" | "details" | "totalAmount">;

/** What the add-ons of a live piano quote cost: its own rates, else the usual ones. */
function addOnRates(quote: Pick<Row, "details">): Record<AddOn, Cents> {
  const own = field(quote.details, "rates");
  return {
    extraHour: cents(field(own, "extraHour")) ?? livePiano.extraHour,
    rehearsal: cents(field(own, "rehearsal")) ?? livePiano.rehearsal,
  };
}

/** The rates of a quote. Its total is what it costs, open or accepted, and contains the add-ons that its details name. */
export function ratesOf(quote: Priced): Rates {
  const total = toCents(quote.totalAmount);
  if (!isLivePiano(quote)) return { base: total, extraHour: 0, rehearsal: 0 };
  const rates = addOnRates(quote);
  return { base: Math.max(0, total - addOnsPrice(rates, selectedAddOns(quote))), ...rates };
}

/** What a quote would cost by its details alone; null where they name no price, `NaN` where nobody can read it. */
export function costByDetails(quote: Pick<Row, "invoiceType" | "details">): Cents | null {
  const base = field(field(quote.details, "rates"), "base") ?? null;
  const contained = addOnsPrice(addOnRates(quote), selectedAddOns(quote));
  if (base !== null) return (cents(base) ?? Number.NaN) + contained;
  const breakdown = isLivePiano(quote) ? null : ownBreakdown(quote);
  return breakdown && baseOf(breakdown);
}

/**
 * Whether a quote's total and its details agree on the price. Rows come from other programs too; one
 * that says two things is neither sent nor accepted until its owner has edited it.
 */
export function isPriceConsistent(quote: Priced): boolean {
  const total = toCents(quote.totalAmount);
  const contained = addOnsPrice(addOnRates(quote), selectedAddOns(quote));
  return total >= contained && (costByDetails(quote) ?? total) === total;
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
  const [hourlyRate, preparation, hours] = [
    cents(field(own, "hourlyRate")),
    cents(field(own, "preparation")),
    Number(field(own, "hours")),
  ];
  return hourlyRate !== null && preparation !== null && hours > 0 && hours <= 24
    ? { hourlyRate, hours, preparation }
    : null;
}

/**
 * How a quote of the second layout adds up, where the lines make its price: its own figures, or the usual
 * ones for a '{name} Quote' that costs as much. Else there is a total and nothing to break it down.
 */
export function breakdownOf(quote: Priced): Breakdown | null {
  if (isLivePiano(quote)) return null;
  const { base } = ratesOf(quote);
  const breakdown = ownBreakdown(quote) ?? (isNamedQuote(quote) ? hourlyQuote : null);
  return breakdown && baseOf(breakdown) === base
    ? {
        hourlyRate: breakdown.hourlyRate,
        hours: breakdown.hours,
        preparation: breakdown.preparation,
      }
    : null;
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
    return {
      base: fromCents(base),
      extraHour: fromCents(extraHour),
      rehearsal: fromCents(rehearsal),
    };
  }
  const breakdown = breakdownOf(quote);
  const students = studentRatesOf(quote);
  return {
    ...(breakdown && {
      hourlyRate: fromCents(breakdown.hourlyRate),
      hours: breakdown.hours,
      preparation: fromCents(breakdown.preparation),
    }),
    rehearsals: Object.fromEntries(
      students.map(({ minutes, price }) => [minutes, fromCents(price)]),
    ),
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
