import { emailStates } from "#app/server/database/enums.ts";
import type { Db } from "#app/server/database/db.server.ts";
import type { emailTemplates, emails } from "#app/server/database/tables.server.ts";
import type { FormState } from "#app/server/http/forms.server.ts";
import type { ListShape } from "#app/ui/admin/list-query.ts";
import type { AboutKind } from "./fields.ts";
import type { RecordFields } from "./placeholders.ts";

export type Email = typeof emails.$inferSelect;
export type EmailTemplate = typeof emailTemplates.$inferSelect;

/** A document that goes with an email. `path`: its PDF, or its page in the admin once the PDF isn't public. */
export type AttachedDocument = { emailId: string; fileName: string; path: string };

/** A record that an email is about, with its fields' values and the email's beginnings. */
export type EmailRecord = {
  about: { kind: AboutKind; id: string; label: string };
  recipientEmail: string;
  subject: string;
  record: RecordFields;
};

/** A record yet to be read, within the transaction that sends the email. */
export type EmailSource = {
  kind: AboutKind;
  id: string;
  read: (db: Db) => Promise<EmailRecord | null>;
};

export type EmailDraft = EmailRecord & {
  /** New whenever a composer opens, so that the same email sent twice is recognised. */
  key: string;
  body: string;
  /** Those whose every field this kind of record has. */
  templates: Pick<EmailTemplate, "id" | "name" | "subject" | "body">[];
  /** Says which are left out, and why; empty when none is. */
  leftOut: string;
};

/** The composer's answer. */
export type ComposerState = FormState & {
  /** Placeholders without a value: nothing was sent. */
  missing?: string[];
};

export const emailStateLabels: Record<Email["state"], string> = {
  queued: "Queued",
  sending: "Sending",
  sent: "Sent",
  captured: "Saved, not sent (demo)",
  failed: "Failed",
  expired: "Expired",
};

export const emailList: ListShape = {
  sorts: { created: "Sent", recipient: "Recipient" },
  sort: "-created",
  filters: { state: emailStates, month: "month" },
};

export const templateList: ListShape = { sorts: { name: "Name" }, sort: "name" };
