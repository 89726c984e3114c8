import { emailStates } from "#app/server/database/enums.ts";
import type { emailTemplates, emails } from "#app/server/database/tables.server.ts";
import type { ListShape } from "#app/ui/admin/list-query.ts";
import type { RecordFields } from "./placeholders.ts";

export type Email = typeof emails.$inferSelect;
export type EmailTemplate = typeof emailTemplates.$inferSelect;

/** The kinds of records that an email can be about, as the composer's path names them. */
export const aboutKinds = ["quotes", "ameb-bookings", "inbox"] as const;
export type AboutKind = (typeof aboutKinds)[number];

export function isAboutKind(kind: string | undefined): kind is AboutKind {
  return aboutKinds.some((known) => known === kind);
}

/** The columns of each kind of record; for quotes also a few made up of several. */
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

export type EmailDraft = {
  /** New whenever a composer opens, so that the same email sent twice is recognised. */
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
  captured: "Saved, not sent (demo)",
  failed: "Failed",
  expired: "Expired",
};

export const textMessageKind = "text-message";

export const emailList: ListShape = {
  sorts: { created: "Sent", recipient: "Recipient" },
  sort: "-created",
  filters: { state: emailStates, month: "month" },
};

export const templateList: ListShape = { sorts: { name: "Name" }, sort: "name" };
