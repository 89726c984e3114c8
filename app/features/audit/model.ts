import type { auditEntries } from "#app/server/database/tables.server.ts";
import type { ListShape } from "#app/ui/admin/list-query.ts";
import type { NounWords } from "./changes.ts";
import { type Period, periodInWords, periodStart } from "#app/values/period.ts";

export const restorePeriod = { days: 30 } as const satisfies Period;

export const restorableNotice = `You can bring it back for ${periodInWords(restorePeriod)}.`;

export function restorableSince(now: Date): Date {
  return periodStart(restorePeriod, now);
}

export const activityPeriod = { years: 2 } as const satisfies Period;

export type SubjectKind = (typeof auditEntries.$inferSelect)["subjectKind"];

const subjectLabels: Record<SubjectKind, string> = {
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
  newsletter: "Newsletters",
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

/** Stored actions that don't fit a sentence: the verb, then what follows the subject. */
const actionWords: Readonly<Record<string, readonly [verb: string, suffix?: string]>> = {
  "added music to": ["added sheet music to"],
  "removed music from": ["removed sheet music from"],
  "arrived for": ["arrived for the exam of"],
  played: ["played for"],
  began: ["started"],
  "began a new version of": ["started a new version of"],
  "made a new link": ["made a new link to"],
  "made a new link of": ["made a new link to"],
  released: ["marked", "as not spam"],
  reminded: ["sent a reminder about"],
  "sent again": ["resent"],
  withdrawn: ["withdrew"],
};

export function actionInWords({ action, kind }: { action: string; kind: string }) {
  const [verb, suffix] = Object.hasOwn(actionWords, action) ? actionWords[action]! : [action];
  return { verb, noun: subjectNouns[kind] ?? kind, suffix };
}

/** `own`: the reader's address. `kind`: clients change invoices only by accepting a quote. */
export function actorInWords(actor: string, kind = "", own?: string): string {
  if (actor === own) return "You";
  if (actor !== "client") return actor;
  return kind === "invoice" ? "The client's acceptance" : "The client";
}

/** Nouns don't know each other's labels, so pages combine them. */
export type ActivityWords = Readonly<Partial<Record<string, NounWords>>>;
type Subject = { kind: string; id: string | null; label: string; action: string };
export type SubjectUrl = (subject: Subject) => string | null;

export const activityList: ListShape = {
  sorts: {},
  sort: "-at",
  filters: { kind: { label: "Type", of: subjectLabels }, month: { label: "Month", of: "month" } },
};
