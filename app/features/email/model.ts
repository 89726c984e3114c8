import { emailStates } from "#app/server/database/enums.ts";
import type { Db } from "#app/server/database/db.server.ts";
import type { emailTemplates, emails } from "#app/server/database/tables.server.ts";
import type { FormState } from "#app/server/http/forms.server.ts";
import type { ListShape } from "#app/ui/admin/list-query.ts";
import type { AboutKind } from "./fields.ts";
import type { RecordFields } from "./placeholders.ts";

export type Email = typeof emails.$inferSelect;
export type EmailTemplate = typeof emailTemplates.$inferSelect;

/** `path`: its PDF, or its page in the admin once the PDF isn't public. */
export type AttachedDocument = { emailId: string; fileName: string; path: string };

export type EmailRecord = {
  about: { kind: AboutKind; id: string; label: string };
  recipientEmail: string;
  subject: string;
  record: RecordFields;
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
  templates: Pick<EmailTemplate, "id" | "name" | "subject" | "body">[];
  /** Which are left out, and why; empty when none is. */
  leftOut: string;
};

export type ComposerState = FormState & {
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
