import { content } from "#app/content/content.ts";
import { amebRehearsals } from "#app/content/offers.ts";
import type { contactMessages } from "#app/server/database/tables.server.ts";
import { melbourneDay } from "#app/values/calendar.ts";
import { formatMoney, fromCents, type Cents } from "#app/values/money.ts";
import { check, type Checked } from "#app/values/rules.ts";
import { timeOf } from "#app/values/time-of-day.ts";
import { hourlyDraftSchema, livePianoDraftSchema, type QuoteDraft } from "./draft-schema.ts";
import { type PublicQuote, type Quote, toPublicQuote } from "./model.ts";
import {
  livePianoType,
  noAddOns,
  quoteKindOf,
  quoteKinds,
  offeredAddOns,
  selectedAddOns,
} from "./kinds.ts";
import { breakdownTotal, breakdownOf, quotePrice, ratesOf, studentRatesOf } from "./pricing.ts";

/* Runs in the browser too, for the preview. */

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
