import type { Db } from "#app/server/database/db.server.ts";
import type { emailTemplates, emails } from "#app/server/database/tables.server.ts";
import type { FormState } from "#app/server/http/forms.server.ts";
import type { ListShape } from "#app/ui/admin/list-query.ts";
import type { NounWords } from "#app/features/audit/changes.ts";
import type { AboutKind, RecordFields } from "./fields.ts";

export type Email = typeof emails.$inferSelect;
export type EmailTemplate = typeof emailTemplates.$inferSelect;

/** `path`: its PDF, or its page in the admin once the PDF isn't public. */
export type AttachedDocument = { emailId: string; fileName: string; path: string };

export type DraftTemplate = Pick<EmailTemplate, "id" | "name" | "subject" | "body">;

export type EmailRecord = {
  about: { kind: AboutKind; id: string; label: string };
  recipientEmail: string;
  /** Of the recipient, for the button of the email. */
  page?: { href: string; label: string };
  subject: string;
  record: RecordFields;
  /** For what this record is like now; the owner's template of the same name goes before. */
  templates?: DraftTemplate[];
};

/** Read later, within the transaction that sends the email. */
export type EmailSource = {
  kind: AboutKind;
  id: string;
  read: (db: Db) => Promise<EmailRecord | null>;
};

export type EmailDraft = EmailRecord & {
  /** New for each composer, to recognise the same email sent twice. */
  key: string;
  body: string;
  /** Only those whose every field this kind of record has. */
  templates: DraftTemplate[];
  /** Which are left out, and why; empty when none is. */
  leftOut: string;
};

export type ComposerState = FormState & {
  missing?: string[];
};

export const emailSent = "Email sent successfully!";

export const missingFieldsToast = "Not sent yet: something is missing.";

export const emailStateLabels: Record<Email["state"], string> = {
  queued: "Queued",
  sending: "Sending",
  sent: "Sent",
  captured: "Saved, not sent",
  failed: "Failed",
  expired: "Expired",
};

export const emailList: ListShape = {
  sorts: { created: "Sent", recipient: "Recipient" },
  sort: "-created",
  filters: {
    state: { label: "Status", of: emailStateLabels },
    month: { label: "Sent in", of: "month" },
  },
};

export const templateList: ListShape = { sorts: { name: "Name" }, sort: "name" };

/* Every kind of email and its audience. Notices about the site and the owner's account stay apart from clients'. */

type Audience = "clients" | "owner";

const audiences = {
  composed: "clients",
  quote: "clients",
  "quote-reminder": "clients",
  "acceptance-receipt": "clients",
  "acceptance-copy": "clients",
  "acceptance-taken-back": "clients",
  "booking-cancelled": "clients",
  invoice: "clients",
  "invoice-reminder": "clients",
  "invoice-cancelled": "clients",
  "credit-note": "clients",
  "payment-receipt": "clients",
  "receipt-correction": "clients",
  statement: "clients",
  "ameb-acknowledgement": "clients",
  "contact-acknowledgement": "clients",
  "event-acknowledgement": "clients",
  "appointment-booked": "clients",
  "appointment-requested": "clients",
  "appointment-confirmed": "clients",
  "appointment-declined": "clients",
  "appointment-moved": "clients",
  "appointment-changed": "clients",
  "appointment-cancelled": "clients",
  "appointment-reminder": "clients",
  "text-reminder": "clients",
  "exam-reminder": "clients",
  "free-times": "clients",
  "newsletter-confirm": "clients",
  "newsletter-welcome": "clients",
  newsletter: "clients",
  "newsletter-test": "owner",
  "contact-message": "owner",
  "event-enquiry": "owner",
  "ameb-enquiry": "owner",
  "enquiry-summary": "owner",
  "acceptance-notice": "owner",
  "decline-notice": "owner",
  "appointment-notice": "owner",
  "exam-notice": "owner",
  "card-payment": "owner",
  "test-email": "owner",
  "package-notice": "owner",
  "bank-details-changed": "owner",
  "new-device": "owner",
  "password-changed": "owner",
  "factor-changed": "owner",
  guesses: "owner",
  invitation: "owner",
  "one-time-magic-link": "owner",
  "one-time-recovery": "owner",
  "one-time-confirmation": "owner",
  "one-time-code": "owner",
  "text-message": "owner",
} as const satisfies Record<string, Audience>;

export type EmailKind = keyof typeof audiences;

export const allEmailKinds = Object.keys(audiences) as EmailKind[];

/** The others are clients', those of earlier versions too. */
export const ownerKinds = allEmailKinds.filter((kind) => audiences[kind] === "owner");

export const isForOwner = (kind: string) => ownerKinds.some((known) => known === kind);

export const confirmationKinds: readonly string[] = [
  "acceptance-receipt",
  "acceptance-copy",
] satisfies EmailKind[];
export const confirmationFileName = "booking-confirmation.pdf";

/** Those that go to a phone; their recipient is its number. */
const textMessageKinds = ["text-message", "text-reminder"] as const satisfies EmailKind[];
export type TextMessageKind = (typeof textMessageKinds)[number];

export const isTextMessage = (kind: string): kind is TextMessageKind =>
  textMessageKinds.some((known) => known === kind);

/** Emails that go out by themselves, for as long as nothing has been decided or paid. */
export const isReminderEmail = (kind: string) => kind.endsWith("-reminder");

/** The tabs of Sent Emails, in order. */
export const emailTabs = {
  clients: { tab: "To clients", empty: "No emails have been sent yet." },
  you: { tab: "To you", empty: "No notices to you yet." },
  all: { tab: "All", empty: "No emails have been sent yet." },
};
export type EmailTab = keyof typeof emailTabs;

export const templateWords: NounWords = { body: { label: "Message" } };

/** What differs between the readers of a newsletter, in its stored body. Nobody types these. */
export const readerMarks = { reason: "\ue002", unsubscribe: "\ue003" } as const;
