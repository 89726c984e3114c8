import { href } from "react-router";
import { bookingWords } from "#app/features/ameb/booking-edits.ts";
import {
  labelFrom,
  type FieldWords,
  type NounWords,
  sayTime,
  sayValue,
} from "#app/features/audit/changes.ts";
import type { ActivityWords, SubjectUrl } from "#app/features/audit/model.ts";
import { messageStateLabels } from "#app/features/contact/model.ts";
import { diaryWords } from "#app/features/diary/model.ts";
import { templateWords } from "#app/features/email/model.ts";
import { businessWords } from "#app/features/business/schema.ts";
import { invoiceWords } from "#app/features/invoices/schema.ts";
import { hoursWords } from "#app/features/services/hours.ts";
import { isRecordKind, recordPages } from "#app/ui/admin/record-pages.ts";
import { serviceWords } from "#app/features/services/service-schema.ts";
import { formatMoney } from "#app/values/money.ts";
import { addOnKeys, addOnNames, amountOf, memberOf } from "#app/features/quotes/pricing.ts";

/** Prices in another shape, from other programs, stay as stored. */
function sayMoney(value: unknown): string {
  const amount = amountOf(value);
  return amount === null ? sayValue(value) : formatMoney(amount);
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

export const activityWords: ActivityWords = {
  quote: quoteWords,
  booking: bookingWords,
  message: { state: { label: "Status", say: labelFrom(messageStateLabels) } },
  template: templateWords,
  business: businessWords,
  invoice: invoiceWords,
  appointment: diaryWords,
  service: serviceWords,
  hours: hoursWords,
};

/** Null where the subject has no page. `documents`: labels of the site's documents by name. */
export function subjectUrls(documents: Readonly<Record<string, string>>): SubjectUrl {
  return (subject) =>
    subject.kind === "words" ? wordsUrl(documents, subject) : recordUrl(subject.kind, subject.id);
}

/** Published copy is in the history, a draft in its form. */
function wordsUrl(
  documents: Readonly<Record<string, string>>,
  { label, action }: { label: string; action: string },
): string {
  const document = Object.keys(documents).find((name) => documents[name] === label);
  // A release may have changed the label since.
  if (!document) return href("/admin/site/history");
  const isPublic = action === "published" || action === "put back";
  return isPublic
    ? `${href("/admin/site/history")}?${new URLSearchParams({ document })}`
    : href("/admin/site/:document", { document });
}

function recordUrl(kind: string, id: string | null): string | null {
  if (kind === "picture") return href("/admin/site/pictures");
  if (kind === "hours") return href("/admin/hours");
  if (kind === "service") return id ? href("/admin/services/:id", { id }) : href("/admin/services");
  if (!id) return null;
  if (kind === "newsletter") return href("/admin/newsletter/:id", { id });
  if (kind === "statement") return href("/admin/money/import");
  const record = kind === "letter" ? "email" : kind;
  return isRecordKind(record) ? recordPages[record](id) : null;
}
