import { type FieldWords, type NounWords, sayValue } from "#app/features/audit/changes.ts";
import { formatMoney } from "#app/values/money.ts";
import { clockTime, isTimeOfDay } from "#app/values/time-of-day.ts";
import { addOnKeys, addOnNames, amountOf, memberOf } from "./kinds.ts";

/** Prices in another shape, from other programs, stay as stored. */
function sayMoney(value: unknown): string {
  const amount = amountOf(value);
  return amount === null ? sayValue(value) : formatMoney(amount);
}

function sayTime(value: unknown): string {
  const text = sayValue(value);
  return isTimeOfDay(text) ? clockTime(text) : text;
}

const money = (label: string): FieldWords => ({ label, say: sayMoney });
const time = (label: string): FieldWords => ({ label, say: sayTime });

/** Objects are stored as JSON text. */
function parsed(value: unknown): unknown {
  if (typeof value !== "string") return value;
  try {
    return JSON.parse(value);
  } catch {
    return value;
  }
}

function sayOffered(value: unknown): string {
  const offered = addOnKeys.filter((addOn) => memberOf(parsed(value), addOn) === true);
  return offered.map((addOn) => addOnNames[addOn]).join(", ") || "none";
}

function sayRehearsals(value: unknown): string {
  const prices = parsed(value);
  if (typeof prices !== "object" || prices === null) return sayValue(prices);
  return Object.entries(prices)
    .map(([minutes, price]) => `${minutes} min ${sayMoney(price)}`)
    .join(", ");
}

export const quoteWords: NounWords = {
  client: { label: "Client" },
  kind: { label: "Kind of quote" },
  event: { label: "Event" },
  date: { label: "Event date" },
  starts: time("Starts"),
  ends: time("Ends"),
  place: { label: "Venue" },
  "prepared by": { label: "Prepared by" },
  "valid until": { label: "Valid until" },
  total: money("Total"),
  base: money("Base price"),
  rehearsal: money("Rehearsal"),
  extraHour: money("Extra hour"),
  offered: { label: "Offered add-ons", say: sayOffered },
  hourlyRate: money("Hourly rate"),
  preparation: money("Preparation"),
  rehearsals: { label: "Student rehearsals", say: sayRehearsals },
};
