import {
  balanceDueDaysBefore,
  usualHours,
  depositPercent,
  splitDeposit,
} from "#app/values/terms.ts";
import { type Cents, toCents, fromCents } from "#app/values/money.ts";
import {
  type TimeOfDay,
  addMinutes,
  clockTime,
  timeOf,
  timeRange,
} from "#app/values/time-of-day.ts";
import type { quotes } from "#app/server/database/tables.server.ts";

/** Both the stored `invoice_type` of a live piano quote and what its client reads. */
export const livePianoType = "Live Piano Services Quote";

/** In the order offered. `addOnName` also says until when an extra hour lasts. */
export const addOnNames = {
  rehearsal: "Pre-event 2-hour rehearsal",
  extraHour: "Extra performance hour",
} as const;

export type AddOn = keyof typeof addOnNames;
export type AddOns = Record<AddOn, boolean>;

export const addOnKeys = Object.keys(addOnNames) as AddOn[];
export const noAddOns: AddOns = { extraHour: false, rehearsal: false };

export function withAddOns(contained: AddOns, chosen: AddOns): AddOns {
  return {
    extraHour: contained.extraHour || chosen.extraHour,
    rehearsal: contained.rehearsal || chosen.rehearsal,
  };
}

type Breakdown = { hourlyRate: Cents; hours: number; preparation: Cents };

type StudentRate = { minutes: number; price: Cents };

/** For quotes without rates of their own, whatever new ones start with. */
const usualStudentRates: readonly StudentRate[] = [
  { minutes: 15, price: 30_00 },
  { minutes: 30, price: 50_00 },
  { minutes: 45, price: 75_00 },
];

export const studentRehearsalMinutes = usualStudentRates.map(({ minutes }) => minutes);

/** Melbourne time; an end that is not after the start is on the next day. */
type Hours = { start: TimeOfDay; end: TimeOfDay | null };

type QuoteKind = "live-piano" | "hourly" | "general";

type QuoteKindEntry = {
  label: string;
  includes: (invoiceType: string) => boolean;
  /** At their usual prices. */
  addOns: Partial<Record<AddOn, Cents>>;
  /** Whether details may name hours, their rate and prices of student rehearsals. */
  hourly: boolean;
  /** Explains a total of the same amount where the details name nothing. */
  usualBreakdown: Breakdown | null;
  usualStudentRates: readonly StudentRate[];
  baseLine: string | null;
  /** Without add-ons, where a quote names no times. */
  usualHours: Hours | null;
  deposit: string;
  balanceDueDaysBefore: number | null;
  editor: "live-piano" | "hourly";
};

const hourlyKind: Omit<QuoteKindEntry, "label" | "includes"> = {
  addOns: {},
  hourly: true,
  usualBreakdown: { hourlyRate: 100_00, hours: 3, preparation: 100_00 },
  usualStudentRates,
  baseLine: null,
  usualHours: null,
  deposit: `${depositPercent}% deposit, non-refundable`,
  balanceDueDaysBefore: null,
  editor: "hourly",
};

/** A type belongs to the first kind that includes it. */
export const quoteKinds: Record<QuoteKind, QuoteKindEntry> = {
  "live-piano": {
    label: "Live piano",
    includes: (type) => type === livePianoType,
    addOns: {
      rehearsal: 700_00,
      extraHour: 350_00,
    },
    hourly: false,
    usualBreakdown: null,
    usualStudentRates: [],
    baseLine: "Live piano",
    usualHours,
    deposit: `${depositPercent}% deposit, which secures the booking`,
    balanceDueDaysBefore: balanceDueDaysBefore,
    editor: "live-piano",
  },
  hourly: {
    ...hourlyKind,
    label: "Hourly or show quote",
    includes: (type) => /\S\s+Quote$/.test(type),
  },
  // From other programs: nothing is claimed that the record does not say.
  general: {
    ...hourlyKind,
    label: "General",
    includes: () => true,
    usualBreakdown: null,
    usualStudentRates: [],
    deposit: `${depositPercent}% deposit`,
  },
};

export function quoteKindOf({ invoiceType }: { invoiceType: string }): QuoteKind {
  const kinds = Object.keys(quoteKinds) as QuoteKind[];
  return kinds.find((kind) => quoteKinds[kind].includes(invoiceType)) ?? "general";
}

type Detailed = Pick<typeof quotes.$inferSelect, "invoiceType" | "details">;

const usualPrices = (quote: Detailed) => quoteKinds[quoteKindOf(quote)].addOns;

export function hasAddOns(quote: Detailed): boolean {
  return Object.keys(usualPrices(quote)).length > 0;
}

/** The add-ons in the quote's total: those that its details name. */
export function selectedAddOns(quote: Detailed): AddOns {
  if (!hasAddOns(quote)) return noAddOns;
  const selected = memberOf(quote.details, "selected_add_ons");
  return {
    extraHour: memberOf(selected, "extraHour") === true,
    rehearsal: memberOf(selected, "rehearsal") === true,
  };
}

/** Details leave an add-on to the client unless they say otherwise. */
function isOffered(quote: Detailed, addOn: AddOn): boolean {
  return hasAddOns(quote) && memberOf(memberOf(quote.details, "offered_add_ons"), addOn) !== false;
}

export function offeredAddOns(quote: Detailed): AddOn[] {
  const contained = selectedAddOns(quote);
  return addOnKeys.filter((addOn) => !contained[addOn] && isOffered(quote, addOn));
}

/** @param contained what the quote contained before its client chose */
export function withChosenAddOns(quote: Detailed, contained: AddOns, wanted: AddOns): AddOns {
  const has = (addOn: AddOn) => contained[addOn] || (wanted[addOn] && isOffered(quote, addOn));
  return { extraHour: has("extraHour"), rehearsal: has("rehearsal") };
}

function addOnRates(quote: Detailed): Record<AddOn, Cents> {
  const rates = memberOf(quote.details, "rates");
  const usual = usualPrices(quote);
  const price = (addOn: AddOn) =>
    usual[addOn] === undefined ? 0 : (amountOf(memberOf(rates, addOn)) ?? usual[addOn]);
  return { extraHour: price("extraHour"), rehearsal: price("rehearsal") };
}

function addOnsPrice(rates: Record<AddOn, Cents>, addOns: AddOns): Cents {
  return (addOns.extraHour ? rates.extraHour : 0) + (addOns.rehearsal ? rates.rehearsal : 0);
}

/* Other programs write `details` too, in any shape: what cannot be read is left out. */

export function memberOf(source: unknown, key: string): unknown {
  return typeof source === "object" && source !== null && Object.hasOwn(source, key)
    ? (source as Record<string, unknown>)[key]
    : undefined;
}

/** In A$, as a number or as text; null when it is neither. */
export function amountOf(value: unknown): Cents | null {
  const text = typeof value === "number" ? value.toFixed(2) : value;
  return typeof text === "string" && /^\d{1,8}(\.\d{1,2})?$/.test(text) ? toCents(text) : null;
}

type Timed = Pick<typeof quotes.$inferSelect, "invoiceType" | "eventStart" | "eventEnd">;
type TimedRow = Timed & Detailed;

/** Without add-ons: the quote's own, else those usual for its kind. */
export function baseHours(quote: Timed): Hours | null {
  const start = timeOf(quote.eventStart);
  return start ? { start, end: timeOf(quote.eventEnd) } : quoteKinds[quoteKindOf(quote)].usualHours;
}

export function hoursWith(hours: Hours | null, { extraHour }: AddOns): Hours | null {
  return extraHour && hours?.end ? { ...hours, end: addMinutes(hours.end, 60) } : hours;
}

export function playingHours(
  quote: TimedRow,
  addOns: AddOns = selectedAddOns(quote),
): Hours | null {
  return hoursWith(baseHours(quote), addOns);
}

/** {@link playingHours} as text: `12:00–5:00 pm`. */
export function playingTime(quote: TimedRow, addOns?: AddOns): string | null {
  return hoursText(playingHours(quote, addOns));
}

export function hoursText(hours: Hours | null): string | null {
  return hours && timeRange(hours.start, hours.end);
}

/** Whether free text, such as `6pm - 9:00 PM`, names these hours. */
export function namesHours(words: string, { start, end }: Hours): boolean {
  const plain = (text: string) =>
    text
      .toLowerCase()
      .replace(/\s|\.|:00/g, "")
      .replace(/[–—-]|to/g, "-");
  const full = end ? `${clockTime(start)}-${clockTime(end)}` : clockTime(start);
  return [full, timeRange(start, end)].some((text) => plain(text) === plain(words));
}

/** @param hours without add-ons */
export function addOnName(addOn: AddOn, hours: Hours | null): string {
  const end = addOn === "extraHour" && hoursWith(hours, { extraHour: true, rehearsal: false })?.end;
  return end ? `${addOnNames[addOn]} until ${clockTime(end)}` : addOnNames[addOn];
}

/* Rates are copied into the details on creation and acceptance: later prices change nothing. */

type Priced = Detailed & Pick<typeof quotes.$inferSelect, "totalAmount">;

type Rates = { base: Cents } & Record<AddOn, Cents>;
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

export function acceptedPrice(quote: Pick<Priced, "totalAmount">): Price {
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
  const kind = quoteKinds[quoteKindOf(quote)];
  const own = memberOf(memberOf(quote.details, "rates"), "rehearsals");
  if (!kind.hourly || own === undefined) return kind.usualStudentRates;
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
