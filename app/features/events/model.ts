import type { EventFields } from "#app/server/database/tables.server.ts";
import { addDays, type Day, longDay } from "#app/values/calendar.ts";
import { isTimeOfDay, timeRange } from "#app/values/time-of-day.ts";

export const eventLimits = {
  descriptionMin: 10,
  descriptionMax: 500,
  nameMax: 100,
  venueMax: 200,
  guestsMax: 100_000,
} as const;

/** Later ones are slips of the keyboard. */
export function lastEventDay(today: Day): Day {
  return addDays(today, 5 * 365);
}

export const pianoTypes = {
  "grand-piano": "Grand piano",
  "upright-piano": "Upright piano",
  "digital-piano": "Digital piano",
  none: "None yet",
} as const;

export type PianoType = keyof typeof pianoTypes;

export function enquirerName({
  firstName,
  lastName,
}: Pick<EventFields, "firstName" | "lastName">): string {
  return `${firstName} ${lastName}`;
}

type Details = Pick<EventFields, "eventDate" | "startTime" | "endTime" | "venue" | "guests">;

/** When, where and for how many: only what the enquirer gave. */
export function eventFacts({
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

/** What an enquiry says beside its description and the names; other programs may have stored any shape. */
export function enquiryFacts(event: EventFields): [label: string, value: string][] {
  const text = (value: unknown) => (typeof value === "string" ? value : "");
  const time = (value: unknown) => (isTimeOfDay(text(value)) ? text(value) : null);
  const guests = typeof event.guests === "number" ? event.guests : null;
  const times = { startTime: time(event.startTime), endTime: time(event.endTime) };
  const piano = text(event.pianoType);
  const facts = [
    ...eventFacts({ eventDate: text(event.eventDate), venue: text(event.venue), guests, ...times }),
    ["Suburb", text(event.suburb)],
    ["Piano", Object.hasOwn(pianoTypes, piano) ? pianoTypes[piano as PianoType] : piano],
  ] as const;
  return facts.flatMap(([label, value]) => (value ? [[label, value]] : []));
}

/** The text of the contact message that an event enquiry is stored as. */
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
