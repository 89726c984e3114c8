import type { EventFields } from "#app/server/database/tables.server.ts";
import { longDay } from "#app/values/calendar.ts";
import { timeRange } from "#app/values/time-of-day.ts";

export const eventLimits = {
  descriptionMin: 10,
  descriptionMax: 500,
  nameMax: 100,
  venueMax: 200,
  guestsMax: 100_000,
} as const;

export const pianoTypes = {
  "grand-piano": "Grand piano",
  "upright-piano": "Upright piano",
  "digital-piano": "Digital piano",
  none: "None yet",
} as const;

type PianoType = keyof typeof pianoTypes;

/** Another program may store a name of its own, which is shown as it is. */
const pianoName = (pianoType: string): string =>
  Object.hasOwn(pianoTypes, pianoType) ? pianoTypes[pianoType as PianoType] : pianoType;

export function enquirerName({
  firstName,
  lastName,
}: Pick<EventFields, "firstName" | "lastName">): string {
  return `${firstName} ${lastName}`.trim() || "a visitor";
}

type Details = Pick<EventFields, "eventDate" | "startTime" | "endTime" | "venue" | "guests">;

function eventFacts({
  eventDate,
  startTime,
  endTime,
  venue,
  guests,
}: Details): [label: string, value: string][] {
  const facts: [string, string | null | undefined][] = [
    ["Event Date", eventDate && longDay(eventDate)],
    ["Time", timeRange(startTime ?? null, endTime ?? null)],
    ["Venue", venue],
    ["Guests", guests?.toLocaleString("en-AU")],
  ];
  return facts.filter((fact): fact is [string, string] => Boolean(fact[1]));
}

/** Everything but the description and the names. */
export function enquiryFacts(event: EventFields): [label: string, value: string][] {
  const { suburb, pianoType } = event;
  const facts = [
    ...eventFacts(event),
    ["Suburb", suburb],
    ["Piano", pianoName(pianoType)],
  ] as const;
  return facts.flatMap(([label, value]) => (value ? [[label, value]] : []));
}

export function enquiryMessage(enquiry: Omit<EventFields, "firstName" | "lastName">): string {
  const { eventDescription, pianoType, phone, suburb } = enquiry;
  return [
    `Event Description: ${eventDescription}`,
    `Piano Type: ${pianoType || "Not specified"}`,
    `Phone: ${phone || "Not provided"}`,
    `Suburb: ${suburb || "Not provided"}`,
    ...eventFacts(enquiry).map(([label, value]) => `${label}: ${value}`),
  ].join("\n");
}
