import { customType } from "drizzle-orm/pg-core";
import { isDay } from "#app/values/calendar.ts";
import { isTimeOfDay } from "#app/values/time-of-day.ts";

export type EventFields = {
  firstName: string;
  lastName: string;
  phone: string;
  suburb: string;
  eventDescription: string;
  pianoType: string;
  /** Missing in older rows; times are `HH:MM`. */
  eventDate?: string | null;
  startTime?: string | null;
  endTime?: string | null;
  venue?: string;
  guests?: number | null;
};

/** Other programs write any JSON: an invalid field reads as empty, a non-object as no event. */
export const eventFields = customType<{ data: EventFields | null; driverData: unknown }>({
  dataType: () => "jsonb",
  toDriver: (event) => JSON.stringify(event),
  fromDriver: (stored) => readEventFields(parsed(stored)),
});

/** Only one of the drivers is sure to parse JSON. */
function parsed(stored: unknown): unknown {
  if (typeof stored !== "string") return stored;
  try {
    return JSON.parse(stored);
  } catch {
    return null;
  }
}

export function readEventFields(stored: unknown): EventFields | null {
  if (typeof stored !== "object" || stored === null || Array.isArray(stored)) return null;
  const field = (name: keyof EventFields): unknown =>
    Object.hasOwn(stored, name) ? (stored as Record<string, unknown>)[name] : undefined;
  const text = (name: keyof EventFields) => {
    const value = field(name);
    return typeof value === "string" || typeof value === "number" ? String(value) : "";
  };
  const time = (name: keyof EventFields) =>
    isTimeOfDay(text(name)) ? text(name).slice(0, 5) : null;
  const guests = text("guests");
  return {
    firstName: text("firstName"),
    lastName: text("lastName"),
    phone: text("phone"),
    suburb: text("suburb"),
    eventDescription: text("eventDescription"),
    pianoType: text("pianoType"),
    eventDate: isDay(text("eventDate")) ? text("eventDate") : null,
    startTime: time("startTime"),
    endTime: time("endTime"),
    venue: text("venue"),
    guests: /^\d{1,6}$/.test(guests) && Number(guests) > 0 ? Number(guests) : null,
  };
}
