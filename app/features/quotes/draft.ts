import * as z from "zod/mini";
import { typedAmount, formatMoney, fromCents, type Cents } from "#app/values/money.ts";
import {
  always,
  emailAddress,
  emptyOr,
  longText,
  optionalCount,
  optionalDay,
  optionalTime,
  text,
  tick,
  typedAs,
  check,
  type Checked,
} from "#app/values/rules.ts";
import { travelMost, travelRule } from "#app/values/travel.ts";
import { quoteLimits, type PublicQuote, type Quote, toPublicQuote } from "./model.ts";
import {
  quoteKindOf,
  livePianoType,
  noAddOns,
  quoteKinds,
  offeredAddOns,
  selectedAddOns,
  breakdownTotal,
  breakdownOf,
  quotePrice,
  ratesOf,
  studentRatesOf,
} from "./pricing.ts";
import { content } from "#app/content/content.ts";
import { amebRehearsals } from "#app/content/offers.ts";
import type { contactMessages } from "#app/server/database/tables.server.ts";
import { melbourneDay } from "#app/values/calendar.ts";
import { timeOf } from "#app/values/time-of-day.ts";

/* Runs in the browser too, for the preview. Amounts arrive as typed: 1200, 1,200.00 or A$1,200. */

const isAmount = (typed: string) => (typedAmount(typed) ?? Infinity) < quoteLimits.amountBelow;

const amountField = (what: string) =>
  typedAs(
    isAmount,
    `${what} must be an amount such as 350 or 1,200.50, with a point before the cents.`,
    (typed) => typedAmount(typed)!,
  );
const amountOrNoneField = (what: string) =>
  emptyOr(isAmount, `${what} must be an amount such as 30 or 30.50, or empty.`, typedAmount);

const orNull = z.transform((value: string) => value || null);
const line = (what: string) =>
  z.pipe(
    text({
      max: [
        quoteLimits.textMax,
        `${what} must not be longer than ${quoteLimits.textMax} characters.`,
      ],
    }),
    orNull,
  );

const commonFields = {
  clientName: text({
    min: [quoteLimits.nameMin, "The client's name must be at least 2 characters."],
    max: [quoteLimits.nameMax, "The client's name must not be longer than 100 characters."],
  }),
  clientEmail: emailAddress("A valid client email is required."),
  eventTitle: line("The event title"),
  eventDate: optionalDay("The event date must be a date."),
  eventStart: optionalTime("The start must be a time such as 6:00 pm."),
  eventEnd: optionalTime("The end must be a time such as 9:00 pm."),
  eventLocation: line("The event location"),
  travelMinutes: optionalCount(travelMost, travelRule, 0),
  guests: optionalCount(
    quoteLimits.guestsMax,
    "The number of guests must be a whole number from 1 to 100,000.",
  ),
  preparedBy: line("Prepared by"),
  validUntil: optionalDay("Valid until must be a date."),
  notes: z.pipe(
    longText({
      max: [
        quoteLimits.notesMax,
        `The notes must not be longer than ${quoteLimits.notesMax} characters.`,
      ],
    }),
    orNull,
  ),
};

type Times = { eventStart: string | null; eventEnd: string | null };

const hasStart = z.refine<Times>(({ eventStart, eventEnd }) => !eventEnd || eventStart !== null, {
  error: "An end needs a start: give both, or leave both empty.",
  path: ["eventStart"],
  when: always,
});
// An earlier end is on the next day.
const takesTime = z.refine<Times>(
  ({ eventStart, eventEnd }) => !eventEnd || eventEnd !== eventStart,
  {
    error: "The end can't be the same time as the start.",
    path: ["eventEnd"],
    when: always,
  },
);

const livePianoDraftSchema = z
  .object({
    ...commonFields,
    base: amountField("The base price"),
    rehearsal: amountField("The rehearsal"),
    offersRehearsal: tick(),
    extraHour: amountField("The extra hour"),
    offersExtraHour: tick(),
    /** In the price already, as another program may have stored it. */
    containsRehearsal: tick(),
    containsExtraHour: tick(),
  })
  .check(hasStart, takesTime);

const hourlyDraftSchema = z
  .object({
    ...commonFields,
    invoiceType: text({
      min: [2, "Say what kind of quote it is, such as Spring Musical Quote."],
      max: [quoteLimits.nameMax, "The kind of quote must not be longer than 100 characters."],
    }).check(
      z.refine(
        (type) => quoteKindOf({ invoiceType: type }) !== "live-piano",
        "This is the other kind of quote: make a live piano quote.",
      ),
    ),
    hourlyRate: amountField("The hourly rate"),
    hours: typedAs(
      (typed) =>
        /^\d{1,2}(\.(25|50?|75|0+))?$/.test(typed) && Number(typed) > 0 && Number(typed) <= 24,
      "The hours must be a number such as 3 or 2.5, with a point.",
      Number,
    ),
    preparation: amountField("The show preparation"),
    student15: amountOrNoneField("The 15-minute rehearsal"),
    student30: amountOrNoneField("The 30-minute rehearsal"),
    student45: amountOrNoneField("The 45-minute rehearsal"),
  })
  .check(hasStart, takesTime);

export type QuoteDraft =
  | ({ kind: "live-piano" } & z.output<typeof livePianoDraftSchema>)
  | ({ kind: "hourly" } & z.output<typeof hourlyDraftSchema>);

export type DraftKind = QuoteDraft["kind"];
export type DraftValues = Record<string, string>;

export const draftSchemas = {
  "live-piano": livePianoDraftSchema,
  hourly: hourlyDraftSchema,
} as const;

export function draftKindOf(quote: Pick<Quote, "invoiceType">): DraftKind {
  return quoteKinds[quoteKindOf(quote)].editor;
}

export function isDraftKind(kind: unknown): kind is DraftKind {
  return typeof kind === "string" && Object.hasOwn(draftSchemas, kind);
}

export function draftKindFor(enquiry: { event: object | null } | null): DraftKind {
  return enquiry && !enquiry.event ? "hourly" : "live-piano";
}

export function readDraft(kind: DraftKind, values: unknown): Checked<QuoteDraft> {
  const checked = check(draftSchemas[kind], values);
  return checked.ok ? { ok: true, value: { kind, ...checked.value } as QuoteDraft } : checked;
}

const plain = (amount: Cents) =>
  Number.isNaN(amount) ? "" : formatMoney(amount).replace(/^A\$|,|\.00$/g, "");

export function newDraftValues(kind: DraftKind): DraftValues {
  const { site, prices } = content();
  const common = { preparedBy: site.person };
  if (kind === "live-piano") {
    const { base, rehearsal, extraHour } = prices.livePiano;
    return {
      ...common,
      base: plain(base),
      rehearsal: plain(rehearsal),
      offersRehearsal: "on",
      extraHour: plain(extraHour),
      offersExtraHour: "on",
    };
  }
  const { hourlyRate, hours, preparation } = prices.hourlyQuote;
  return {
    ...common,
    hourlyRate: plain(hourlyRate),
    hours: String(hours),
    preparation: plain(preparation),
    ...studentValues(amebRehearsals(prices)),
  };
}

/** A quote with only a total becomes one hour at that price. */
export function draftValuesOf(quote: Quote): DraftValues {
  const common = {
    clientName: quote.clientName,
    clientEmail: quote.clientEmail,
    eventTitle: quote.eventTitle ?? "",
    eventDate: quote.eventDate ?? "",
    eventStart: timeOf(quote.eventStart) ?? "",
    eventEnd: timeOf(quote.eventEnd) ?? "",
    eventLocation: quote.eventLocation ?? "",
    travelMinutes: String(quote.travelMinutes ?? ""),
    guests: quote.guests === null ? "" : String(quote.guests),
    preparedBy: quote.preparedBy ?? "",
    validUntil: quote.validUntil ?? "",
    notes: quote.notes ?? "",
  };
  const prices = draftKindOf(quote) === "live-piano" ? livePianoValues : hourlyValues;
  return { ...common, ...prices(quote) };
}

export function draftValuesFor({
  name,
  email,
  event,
}: Pick<typeof contactMessages.$inferSelect, "name" | "email" | "event">): DraftValues {
  return {
    clientName: name,
    clientEmail: email,
    eventDate: event?.eventDate ?? "",
    eventStart: event?.startTime ?? "",
    eventEnd: event?.endTime ?? "",
    eventLocation: event?.venue || event?.suburb || "",
    guests: event?.guests ? String(event.guests) : "",
  };
}

function livePianoValues(quote: Quote): DraftValues {
  const { base, rehearsal, extraHour } = ratesOf(quote);
  const offers = offeredAddOns(quote);
  // Add-ons of an accepted quote were its client's choice; in a copy the client chooses anew.
  const contains = quote.acceptedAt ? noAddOns : selectedAddOns(quote);
  return {
    base: plain(base),
    rehearsal: plain(rehearsal),
    extraHour: plain(extraHour),
    ...(offers.includes("rehearsal") && { offersRehearsal: "on" }),
    ...(offers.includes("extraHour") && { offersExtraHour: "on" }),
    ...(contains.rehearsal && { containsRehearsal: "on" }),
    ...(contains.extraHour && { containsExtraHour: "on" }),
  };
}

function hourlyValues(quote: Quote): DraftValues {
  const oneHour = { hourlyRate: ratesOf(quote).base, hours: 1, preparation: 0 };
  const { hourlyRate, hours, preparation } = breakdownOf(quote) ?? oneHour;
  return {
    invoiceType: quote.invoiceType,
    hourlyRate: plain(hourlyRate),
    hours: String(hours),
    preparation: plain(preparation),
    ...studentValues(studentRatesOf(quote)),
  };
}

function studentValues(rates: readonly { minutes: number; price: Cents }[]): DraftValues {
  return Object.fromEntries(rates.map(({ minutes, price }) => [`student${minutes}`, plain(price)]));
}

/** Details that other programs wrote stay as they are. */
export function columnsOf(draft: QuoteDraft, details: Quote["details"] = {}) {
  const { selected_add_ons: _chosen, ...others } = details ?? {};
  const columns = draft.kind === "live-piano" ? livePianoColumns(draft) : hourlyColumns(draft);
  return { ...columns, details: { ...others, ...columns.details } };
}

type DraftOf<Kind extends DraftKind> = Extract<QuoteDraft, { kind: Kind }>;

function livePianoColumns(draft: DraftOf<"live-piano">) {
  const {
    kind: _kind,
    base,
    rehearsal,
    extraHour,
    offersRehearsal,
    offersExtraHour,
    containsRehearsal,
    containsExtraHour,
    ...described
  } = draft;
  const contained = { extraHour: containsExtraHour, rehearsal: containsRehearsal };
  const rates = {
    base: fromCents(base),
    extraHour: fromCents(extraHour),
    rehearsal: fromCents(rehearsal),
  };
  return {
    ...described,
    invoiceType: livePianoType,
    totalAmount: fromCents(quotePrice({ base, rehearsal, extraHour }, contained).total),
    details: {
      rates,
      offered_add_ons: { extraHour: offersExtraHour, rehearsal: offersRehearsal },
      ...((contained.extraHour || contained.rehearsal) && { selected_add_ons: contained }),
    },
  };
}

function hourlyColumns(draft: DraftOf<"hourly">) {
  const {
    kind: _kind,
    hourlyRate,
    hours,
    preparation,
    student15,
    student30,
    student45,
    ...described
  } = draft;
  const students = { 15: student15, 30: student30, 45: student45 };
  const rehearsals = Object.fromEntries(
    Object.entries(students).flatMap(([minutes, price]) =>
      price === null ? [] : [[minutes, fromCents(price)]],
    ),
  );
  const rates = {
    hourlyRate: fromCents(hourlyRate),
    hours,
    preparation: fromCents(preparation),
    rehearsals,
  };
  return {
    ...described,
    totalAmount: fromCents(breakdownTotal({ hourlyRate, hours, preparation })),
    details: { rates },
  };
}

const emptyRow = {
  id: "",
  createdAt: new Date(0),
  receivedAt: new Date(0),
  acceptedAt: null,
  rejectedAt: null,
  slug: null,
  draft: false,
  version: 1,
  closedAs: null,
  keptAmount: null,
  sentAt: null,
  viewedAt: null,
  views: 0,
  updatedAt: null,
  replacesId: null,
  enquiryId: null,
};

/** As its client would see it, even when its last valid day has passed. */
export function previewOf(draft: QuoteDraft): PublicQuote {
  const preview = toPublicQuote({ ...emptyRow, ...columnsOf(draft) }, new Date(0));
  return { ...preview, asOf: melbourneDay(new Date()) };
}
