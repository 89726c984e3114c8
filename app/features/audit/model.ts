import type { auditEntries } from "#app/server/database/tables.server.ts";
import type { ListShape } from "#app/ui/admin/list-query.ts";
import type { NounWords } from "./changes.ts";
import { type Period, periodInWords, periodStart } from "#app/values/period.ts";

/** How long a deleted record can be restored. */
export const restorePeriod = { days: 30 } as const satisfies Period;

/** After the question whether to delete it. */
export const restorableNotice = `You can bring it back for ${periodInWords(restorePeriod)}.`;

/** Records deleted after this instant can still be restored. */
export function restorableSince(now: Date): Date {
  return periodStart(restorePeriod, now);
}

/** How long the log is kept. */
export const activityPeriod = { years: 2 } as const satisfies Period;

export type SubjectKind = (typeof auditEntries.$inferSelect)["subjectKind"];

export const subjectLabels: Record<SubjectKind, string> = {
  quote: "Quotes",
  booking: "AMEB bookings",
  message: "Messages",
  template: "Templates",
  letter: "Emails",
  calendar: "Calendar",
  records: "Personal data",
  session: "Sessions",
  invoice: "Invoices",
  business: "Business details",
  statement: "Bank statements",
  words: "The site's words",
  picture: "Pictures",
  appointment: "Diary",
  service: "Services",
  hours: "Hours",
};

const subjectNouns: Readonly<Record<string, string>> = {
  booking: "AMEB booking",
  letter: "email",
  calendar: "calendar of",
  session: "",
  business: "",
  appointment: "",
  statement: "bank statement",
  words: "words of",
  hours: "",
};

/** Actions that are stored in words which do not fit a sentence, with what follows the subject. */
const actionWords: Readonly<Record<string, readonly [verb: string, suffix?: string]>> = {
  began: ["started"],
  "began a new version of": ["started a new version of"],
  "made a new link": ["made a new link to"],
  "made a new link of": ["made a new link to"],
  released: ["marked", "as not spam"],
  reminded: ["sent a reminder about"],
  "sent again": ["resent"],
  withdrawn: ["withdrew"],
};

/** `marked`, `message`, `as not spam`: around the name of the subject. */
export function actionInWords({ action, kind }: { action: string; kind: string }) {
  const [verb, suffix] = Object.hasOwn(actionWords, action) ? actionWords[action]! : [action];
  return { verb, noun: subjectNouns[kind] ?? kind, suffix };
}

/**
 * @param kind of the subject: a client changes invoices only by accepting a quote
 * @param own address of who reads it
 */
export function actorInWords(actor: string, kind = "", own?: string): string {
  if (actor === own) return "You";
  if (actor !== "client") return actor;
  return kind === "invoice" ? "The client's acceptance" : "The client";
}

/** The words of each noun's fields; nouns do not know each other, so that pages bring them together. */
export type ActivityWords = Readonly<Partial<Record<string, NounWords>>>;
type Subject = { kind: string; id: string | null; label: string; action: string };
export type SubjectUrl = (subject: Subject) => string | null;

export const activityList: ListShape = {
  sorts: {},
  sort: "-at",
  filters: { kind: Object.keys(subjectLabels), month: "month" },
};
