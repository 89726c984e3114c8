import type { quotes } from "#app/server/database/tables.server.ts";
import { type Cents, fromCents, splitDeposit, toCents } from "#app/values/money.ts";
import { addOnRates, addOnsPrice, hasAddOns, selectedAddOns } from "./add-ons.ts";
import { amountOf, memberOf } from "./details.ts";
import {
  type AddOn,
  type AddOns,
  type Breakdown,
  quoteKindOf,
  quoteKinds,
  type StudentRate,
  studentRehearsalMinutes,
} from "./kinds.ts";

/*
 * Every figure comes from the quote's own record: rates are copied into its details when it is made
 * and again when it is accepted, so later price lists change nothing.
 */

type Row = typeof quotes.$inferSelect;
type Detailed = Pick<Row, "invoiceType" | "details">;
type Priced = Pick<Row, "invoiceType" | "details" | "totalAmount">;

/** In cents: the base price and what each add-on would add. */
export type Rates = { base: Cents } & Record<AddOn, Cents>;
export type Price = { total: Cents; deposit: Cents; balance: Cents };

/** The rates of a quote. Its total contains the add-ons that its details name, before and after acceptance. */
export function ratesOf(quote: Priced): Rates {
  const rates = addOnRates(quote);
  const total = toCents(quote.totalAmount);
  return { base: Math.max(0, total - addOnsPrice(rates, selectedAddOns(quote))), ...rates };
}

/** The base plus the selected add-ons, split into deposit and balance. */
export function quotePrice(rates: Rates, addOns: AddOns): Price {
  const total = rates.base + addOnsPrice(rates, addOns);
  return { total, ...splitDeposit(total) };
}

/** What was agreed, as the record has it. */
export function acceptedPrice(quote: Pick<Row, "totalAmount">): Price {
  const total = toCents(quote.totalAmount);
  return { total, ...splitDeposit(total) };
}

/** The price by the details alone; null where they name none, `NaN` where it cannot be read. */
export function priceByDetails(quote: Detailed): Cents | null {
  const base = memberOf(memberOf(quote.details, "rates"), "base") ?? null;
  if (base !== null)
    return (amountOf(base) ?? Number.NaN) + addOnsPrice(addOnRates(quote), selectedAddOns(quote));
  const breakdown = ownBreakdown(quote);
  return breakdown && breakdownTotal(breakdown);
}

/**
 * Whether a quote's total and its details agree on the price. Rows come from other programs too; one
 * that names two prices is neither sent nor accepted until the owner has edited it.
 */
export function isPriceConsistent(quote: Priced): boolean {
  const total = toCents(quote.totalAmount);
  const contained = addOnsPrice(addOnRates(quote), selectedAddOns(quote));
  return total >= contained && (priceByDetails(quote) ?? total) === total;
}

/** Hours times rate, and the preparation. */
export function breakdownTotal({ hourlyRate, hours, preparation }: Breakdown): Cents {
  return onSiteCost({ hourlyRate, hours }) + preparation;
}

/** What the hours on site cost; half hours may leave half a cent, which is rounded up. */
export function onSiteCost({ hourlyRate, hours }: Pick<Breakdown, "hourlyRate" | "hours">): Cents {
  return Math.round(hourlyRate * hours);
}

/** The breakdown in the quote's own details, whole or not at all. */
function ownBreakdown(quote: Detailed): Breakdown | null {
  if (!quoteKinds[quoteKindOf(quote)].hourly) return null;
  const rates = memberOf(quote.details, "rates");
  const hourlyRate = amountOf(memberOf(rates, "hourlyRate"));
  const preparation = amountOf(memberOf(rates, "preparation"));
  const hours = Number(memberOf(rates, "hours"));
  const isWhole = hourlyRate !== null && preparation !== null && hours > 0 && hours <= 24;
  return isWhole ? { hourlyRate, hours, preparation } : null;
}

/** How hours and preparation make the price: the quote's own figures, or the usual ones where they cost as much. */
export function breakdownOf(quote: Priced): Breakdown | null {
  const breakdown = ownBreakdown(quote) ?? quoteKinds[quoteKindOf(quote)].usualBreakdown;
  return breakdown && breakdownTotal(breakdown) === ratesOf(quote).base ? breakdown : null;
}

/** What a student's own rehearsal costs beside the quote. */
export function studentRatesOf(quote: Detailed): readonly StudentRate[] {
  const { hourly, usualStudentRates } = quoteKinds[quoteKindOf(quote)];
  const own = memberOf(memberOf(quote.details, "rates"), "rehearsals");
  if (!hourly || own === undefined) return usualStudentRates;
  return studentRehearsalMinutes.flatMap((minutes) => {
    const price = amountOf(memberOf(own, String(minutes)));
    return price === null ? [] : [{ minutes, price }];
  });
}

/** The rates as they are written into a quote's details, amounts in A$. */
export function ratesForDetails(quote: Priced): Record<string, unknown> {
  if (hasAddOns(quote)) {
    const { base, extraHour, rehearsal } = ratesOf(quote);
    return {
      base: fromCents(base),
      extraHour: fromCents(extraHour),
      rehearsal: fromCents(rehearsal),
    };
  }
  const breakdown = breakdownOf(quote);
  const rehearsals = studentRatesOf(quote).map(({ minutes, price }) => [minutes, fromCents(price)]);
  return {
    ...(breakdown && {
      hourlyRate: fromCents(breakdown.hourlyRate),
      hours: breakdown.hours,
      preparation: fromCents(breakdown.preparation),
    }),
    rehearsals: Object.fromEntries(rehearsals),
  };
}
