import { emailStates } from "#app/server/database/enums.ts";
import type { emailTemplates, emails } from "#app/server/database/tables.server.ts";
import type { ListShape } from "#app/ui/admin/list-query.ts";
import type { RecordFields } from "./placeholders.ts";

export type Email = typeof emails.$inferSelect;
export type EmailTemplate = typeof emailTemplates.$inferSelect;

/** What a letter can be about, by the word that stands in its composer's address. */
export const aboutKinds = ["quotes", "ameb-bookings", "inbox"] as const;
export type AboutKind = (typeof aboutKinds)[number];

export function isAboutKind(word: string | undefined): word is AboutKind {
  return aboutKinds.some((kind) => kind === word);
}

/** What a placeholder may name of each kind of record: the specification's columns, and for quotes a few words of ours. */
export const placeholderNames: Record<AboutKind, readonly string[]> = {
  quotes: [
    "client_name",
    "client_email",
    "invoice_type",
    "event_title",
    "event_date",
    "event_location",
    "prepared_by",
    "total_amount",
    "created_at",
    "accepted_at",
    "rejected_at",
    "slug",
    "details",
    "id",
    "event",
    "quote_link",
    "valid_until",
    "valid_until_sentence",
  ],
  "ameb-bookings": [
    "student_parent_name",
    "contact_email",
    "exam_date",
    "exam_time",
    "exam_board_grade",
    "teacher_name",
    "service_required",
    "status",
    "created_at",
    "id",
  ],
  inbox: ["name", "email", "message", "created_at", "id"],
};

export const allPlaceholderNames = [...new Set(Object.values(placeholderNames).flat())];

/** What the composer opens with. */
export type EmailDraft = {
  /** Made anew whenever a composer opens: by it a letter that is sent twice is known. */
  key: string;
  about: { kind: AboutKind; id: string; label: string };
  recipientEmail: string;
  subject: string;
  body: string;
  record: RecordFields;
  templates: Pick<EmailTemplate, "id" | "name" | "subject" | "body">[];
};

export const emailStateLabels: Record<Email["state"], string> = {
  queued: "Queued",
  sending: "Sending",
  sent: "Sent",
  captured: "Captured",
  failed: "Failed",
  expired: "Expired",
};

/** The kind of what went to a telephone. It has no page to be viewed as sent. */
export const textMessageKind = "text-message";

/** What the list of sent mail can be asked for. */
export const emailList: ListShape = {
  sorts: { created: "Written", recipient: "Recipient" },
  sort: "-created",
  filters: { state: emailStates },
};

/** What the list of templates can be asked for: by name, as the specification has it. */
export const templateList: ListShape = { sorts: { name: "Name" }, sort: "name" };
