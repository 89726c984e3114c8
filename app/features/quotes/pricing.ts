import type { quotes } from "#app/server/database/tables.server.ts";
import { type Cents, fromCents, toCents } from "#app/values/money.ts";
import { splitDeposit } from "#app/values/terms.ts";
import {
  type AddOn,
  type AddOns,
  type Breakdown,
  quoteKindOf,
  quoteKinds,
  type StudentRate,
  studentRehearsalMinutes,
  addOnRates,
  addOnsPrice,
  hasAddOns,
  selectedAddOns,
  amountOf,
  memberOf,
} from "./kinds.ts";

/* Rates are copied into the details on creation and acceptance: later prices change nothing. */

type Row = typeof quotes.$inferSelect;
type Detailed = Pick<Row, "invoiceType" | "details">;
type Priced = Pick<Row, "invoiceType" | "details" | "totalAmount">;

export type Rates = { base: Cents } & Record<AddOn, Cents>;
export type Price = { total: Cents; deposit: Cents; balance: Cents };

/** The total contains the add-ons that the details name, before and after acceptance. */
export function ratesOf(quote: Priced): Rates {
  const rates = addOnRates(quote);
  const total = toCents(quote.totalAmount);
  return { base: Math.max(0, total - addOnsPrice(rates, selectedAddOns(quote))), ...rates };
}

export function quotePrice(rates: Rates, addOns: AddOns): Price {
  const total = rates.base + addOnsPrice(rates, addOns);
  return { total, ...splitDeposit(total) };
}

export function acceptedPrice(quote: Pick<Row, "totalAmount">): Price {
  const total = toCents(quote.totalAmount);
  return { total, ...splitDeposit(total) };
}

/** Null where the details name no price, `NaN` where it cannot be read. */
export function priceByDetails(quote: Detailed): Cents | null {
  const base = memberOf(memberOf(quote.details, "rates"), "base") ?? null;
  if (base !== null)
    return (amountOf(base) ?? Number.NaN) + addOnsPrice(addOnRates(quote), selectedAddOns(quote));
  const breakdown = ownBreakdown(quote);
  return breakdown && breakdownTotal(breakdown);
}

/** A row from another program may name two prices: it is neither sent nor accepted until edited. */
export function isPriceConsistent(quote: Priced): boolean {
  const total = toCents(quote.totalAmount);
  const contained = addOnsPrice(addOnRates(quote), selectedAddOns(quote));
  return total >= contained && (priceByDetails(quote) ?? total) === total;
}

export function breakdownTotal({ hourlyRate, hours, preparation }: Breakdown): Cents {
  return onSiteCost({ hourlyRate, hours }) + preparation;
}

/** Half hours may leave half a cent, which is rounded up. */
export function onSiteCost({ hourlyRate, hours }: Pick<Breakdown, "hourlyRate" | "hours">): Cents {
  return Math.round(hourlyRate * hours);
}

function ownBreakdown(quote: Detailed): Breakdown | null {
  if (!quoteKinds[quoteKindOf(quote)].hourly) return null;
  const rates = memberOf(quote.details, "rates");
  const hourlyRate = amountOf(memberOf(rates, "hourlyRate"));
  const preparation = amountOf(memberOf(rates, "preparation"));
  const hours = Number(memberOf(rates, "hours"));
  const isWhole = hourlyRate !== null && preparation !== null && hours > 0 && hours <= 24;
  return isWhole ? { hourlyRate, hours, preparation } : null;
}

/** The quote's own figures, or the usual ones where they cost as much. */
export function breakdownOf(quote: Priced): Breakdown | null {
  const breakdown = ownBreakdown(quote) ?? quoteKinds[quoteKindOf(quote)].usualBreakdown;
  return breakdown && breakdownTotal(breakdown) === ratesOf(quote).base ? breakdown : null;
}

/** Charged for each student, beside the quote's price. */
export function studentRatesOf(quote: Detailed): readonly StudentRate[] {
  const { hourly, usualStudentRates } = quoteKinds[quoteKindOf(quote)];
  const own = memberOf(memberOf(quote.details, "rates"), "rehearsals");
  if (!hourly || own === undefined) return usualStudentRates;
  return studentRehearsalMinutes.flatMap((minutes) => {
    const price = amountOf(memberOf(own, String(minutes)));
    return price === null ? [] : [{ minutes, price }];
  });
}

/** Amounts in A$. */
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
