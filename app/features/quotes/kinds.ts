import { balanceDueDaysBefore, usualHours } from "#app/values/terms.ts";
import { type Cents, depositPercent } from "#app/values/money.ts";
import type { TimeOfDay } from "#app/values/time-of-day.ts";

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

export type Breakdown = { hourlyRate: Cents; hours: number; preparation: Cents };

export type StudentRate = { minutes: number; price: Cents };

/** For quotes without rates of their own, whatever new ones start with. */
const usualStudentRates: readonly StudentRate[] = [
  { minutes: 15, price: 30_00 },
  { minutes: 30, price: 50_00 },
  { minutes: 45, price: 75_00 },
];

export const studentRehearsalMinutes = usualStudentRates.map(({ minutes }) => minutes);

/** Melbourne time; an end that is not after the start is on the next day. */
export type Hours = { start: TimeOfDay; end: TimeOfDay | null };

export type QuoteKind = "live-piano" | "hourly" | "general";

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

const hourly: Omit<QuoteKindEntry, "label" | "includes"> = {
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
    ...hourly,
    label: "Hourly or show quote",
    includes: (type) => /\S\s+Quote$/.test(type),
  },
  // From other programs: nothing is claimed that the record does not say.
  general: {
    ...hourly,
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
