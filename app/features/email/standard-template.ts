import { missingFields } from "./fields.ts";
import type { EmailTemplate } from "./model.ts";
import { fill, type RecordFields } from "./placeholders.ts";

export type EmailText = Pick<EmailTemplate, "subject" | "body">;

/** A text that goes out unless the owner has a template of the same name. */
export type StandardTemplate = EmailText & Pick<EmailTemplate, "name">;

/** `when` says when it goes out. */
export type StandardEmail = StandardTemplate & { when: string };

/** `about` heads those of its kind. */
export type ListedEmail = StandardEmail & { about: "Quotes" | "Invoices" | "Appointments" };

/** As the page of templates lists it: with the owner's own subject and template, where there is one. */
export type StandardEmailRow = Omit<ListedEmail, "body"> & { ownId: string | null };

/** Names of templates are the same in any case; of several of one name the first is used. */
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
 * Fills an email that nobody looks at before it goes out. A template that names something this record
 * lacks would leave a hole: the standard text goes out in its place, and `missing` says what was not
 * there. Null when the standard text has a hole as well.
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
