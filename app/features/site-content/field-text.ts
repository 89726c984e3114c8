import type { fillInsOf } from "#app/content/fill-ins.ts";
import { renamed } from "#app/features/email/fields.ts";
import { type LeafField, ownCalendar } from "#app/content/fields.ts";
import { fromCents } from "#app/values/money.ts";

/* Fill-ins: `{{Deposit}}` in the editor, `{{deposit_percent}}` when stored. Both can be typed. */

const everywhere: Record<keyof ReturnType<typeof fillInsOf>, string> = {
  your_name: "Your name",
  first_name: "Your first name",
  email: "Your email",
  reply_time: "Reply time",
  coaching_from: "Lowest session price",
  shortest_session: "Shortest session",
  package_sizes: "Package sizes",
  live_piano_from: "Price of an evening",
  usual_hours: "Usual hours",
  extra_hour_until: "End of the extra hour",
  deposit_percent: "Deposit",
  balance_days: "Balance days",
  exam_day_price: "Price of an exam day",
  rehearsal_lengths: "Rehearsal lengths",
  arrival_minutes: "Minutes early",
  rehearsal_weeks: "Rehearsal weeks",
  due_weeks: "Booking weeks",
  backups_kept: "Backups kept",
};

const periods = {
  kept_enquiry: "Enquiries kept",
  kept_sheet_music: "Sheet music kept",
  kept_appointment: "Appointments kept",
  kept_open_quote: "Open quotes kept",
  kept_accepted_quote: "Accepted quotes kept",
  kept_invoice: "Invoices kept",
  kept_bank_line: "Bank lines kept",
  kept_email: "Emails kept",
  kept_unsubscribed: "Consent kept",
  kept_spam: "Spam kept",
  kept_deleted: "Deletions kept",
  kept_activity: "Changes kept",
  kept_sign_in: "Sign-ins kept",
};

const namesByKey = new Map(Object.entries({ ...everywhere, ...periods }));
const keysByName = new Map([...namesByKey].map(([key, name]) => [name, key]));

export const fillInName = (key: string) => namesByKey.get(key) ?? key;

export const withFillInNames = (text: string) => renamed(text, fillInName);

/** Leaves unknown fill-ins as they are; the check refuses them. */
export const withFillInKeys = (text: string) =>
  // Converts to names first, which also trims blanks around keys.
  renamed(withFillInNames(text), (name) => keysByName.get(name) ?? name);

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
  if (field.kind === "shown") return shownOrHidden(value);
  if (field.kind === "choice") return field.options[text] ?? text;
  if (field.kind === "rating") return text === "" ? "No rating" : `${text} of 5 stars`;
  return field.kind === "price" ? `A$${text}` : text;
}

export const shownOrHidden = (value: unknown) => (value === true ? "Shown" : "Hidden");

export function childOf(value: unknown, name: string): unknown {
  return typeof value === "object" && value !== null && Object.hasOwn(value, name)
    ? (value as Record<string, unknown>)[name]
    : undefined;
}

export function textsIn(value: unknown): string[] {
  if (typeof value === "object" && value !== null) return Object.values(value).flatMap(textsIn);
  return [withFillInNames(String(value ?? ""))];
}
