import { missingFields } from "./fields.ts";
import type { EmailTemplate } from "./model.ts";
import { fill, type RecordFields } from "./placeholders.ts";

export type EmailText = Pick<EmailTemplate, "subject" | "body">;

/** Goes out unless the owner has a template of the same name. */
export type StandardTemplate = EmailText & Pick<EmailTemplate, "name">;

export type StandardEmail = StandardTemplate & { when: string };

export type ListedEmail = StandardEmail & { about: "Quotes" | "Invoices" | "Appointments" };

/** With the owner's own subject and template, where there is one. */
export type StandardEmailRow = Omit<ListedEmail, "body"> & { ownId: string | null };

/** Names match in any case; the first of a name is used. */
export function standardEmailRows(
  emails: readonly ListedEmail[],
  templates: readonly Pick<EmailTemplate, "id" | "name" | "subject">[],
): StandardEmailRow[] {
  return emails.map(({ name, about, when, subject }) => {
    const own = templates.find((template) => isNamed(template, name));
    return { name, about, when, subject: own?.subject ?? subject, ownId: own?.id ?? null };
  });
}

export const isNamed = (template: { name: string }, name: string) =>
  template.name.toLowerCase() === name.toLowerCase();

/**
 * For an email that nobody reads before it goes out. If the template has a gap for this record, the
 * standard text goes out and `missing` names the gaps. Null when the standard text has a gap too.
 */
export function fillUnseen(
  { subject, body }: EmailText,
  template: EmailText | null,
  record: RecordFields,
): (EmailText & { missing: string[] }) | null {
  const textsOf = (text: EmailText) => [text.subject, text.body];
  const missing = template ? missingFields(textsOf(template), record) : [];
  const chosen = template && missing.length === 0 ? template : { subject, body };
  if (missingFields(textsOf(chosen), record).length > 0) return null;
  return { subject: fill(chosen.subject, record), body: fill(chosen.body, record), missing };
}
