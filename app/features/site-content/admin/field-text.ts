import { type LeafField, ownCalendar } from "#app/content/fields.ts";
import { fromCents } from "#app/values/money.ts";
import { withFillInNames } from "../fill-in-names.ts";

/** Of a picture's description, in characters. */
export const longestAlt = 200;

export const ownCalendarLabel = "My own booking pages";

/** A value that could not be read as its kind is still the typed text. */
export function fieldText(field: LeafField, value: unknown): string {
  if (value === null || value === undefined) return "";
  if (field.kind === "price" && typeof value === "number")
    return value % 100 === 0 ? String(value / 100) : fromCents(value);
  return field.kind === "text" ? withFillInNames(String(value)) : String(value);
}

export function shownText(field: LeafField, value: unknown): string {
  const text = fieldText(field, value);
  if (field.kind === "calendar" && value === ownCalendar) return ownCalendarLabel;
  if (field.kind === "rating") return text === "" ? "No rating" : `${text} of 5 stars`;
  return field.kind === "price" ? `A$${text}` : text;
}

export function childOf(value: unknown, name: string): unknown {
  return typeof value === "object" && value !== null && Object.hasOwn(value, name)
    ? (value as Record<string, unknown>)[name]
    : undefined;
}

export function textsIn(value: unknown): string[] {
  if (typeof value === "object" && value !== null) return Object.values(value).flatMap(textsIn);
  return [withFillInNames(String(value ?? ""))];
}
