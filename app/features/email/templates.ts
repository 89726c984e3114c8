import * as z from "zod/mini";
import { emailAddress, longText, text as shortText } from "#app/values/rules.ts";
import { allOf } from "#app/values/wording.ts";
import { restorableNotice } from "#app/features/audit/model.ts";
import type { DeletionToasts } from "#app/ui/admin/deletion.tsx";
import type { Day } from "#app/values/calendar.ts";
import {
  missingFields,
  type AboutKind,
  fieldInWords,
  fittingKinds,
  unfittingFields,
  unknownFields,
  aboutKindLabels,
  exampleRecord,
  fill,
  type RecordFields,
} from "./fields.ts";
import type { EmailTemplate, EmailRecord } from "./model.ts";

const subjectMax: [number, string] = [200, "Subject must not be longer than 200 characters."];
const bodyMax: [number, string] = [10_000, "Body must not be longer than 10,000 characters."];

const bodyText = (required: string) => longText({ min: [1, required], max: bodyMax });

/** Also the payload of `send-admin-email`. */
export const composedEmailSchema = z.object({
  recipientEmail: emailAddress("A valid recipient email is required."),
  subject: shortText({ min: [1, "Subject cannot be empty."], max: subjectMax }),
  body: bodyText("Email body cannot be empty."),
  templateId: z.optional(z.string()),
});

export type ComposedEmailInput = z.output<typeof composedEmailSchema>;

export const templateSchema = z.object({
  name: shortText({
    min: [1, "Template name is required."],
    max: [100, "Template name must not be longer than 100 characters."],
  }),
  subject: shortText({ min: [1, "Subject is required."], max: subjectMax }),
  body: bodyText("Body is required."),
});

export type TemplateInput = z.output<typeof templateSchema>;

export const templateDeletion: DeletionToasts = {
  question: (name) =>
    `Are you sure you want to delete ${name ? `the email template “${name}”` : "this email template"}? ` +
    restorableNotice,
  deleting: {
    loading: "Deleting template...",
    success: { title: "Template deleted successfully!" },
    failure: { title: "Failed to delete template." },
  },
  restoring: {
    loading: "Restoring template...",
    success: { title: "Template restored." },
    failure: { title: "Failed to restore template." },
  },
};

export function unknownFieldsNotice(names: readonly string[]): string {
  return `${allOf(names.map((name) => `“${name}”`))} can't be filled in.`;
}

export type EmailText = Pick<EmailTemplate, "subject" | "body">;

/** Goes out unless the owner has a template of the same name. */
export type StandardEmail = EmailText & Pick<EmailTemplate, "name"> & { when: string };

export type ListedEmail = StandardEmail & {
  about: "Quotes" | "Invoices" | "Appointments" | "Exams";
};

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

/** If the template has a gap, the standard text goes out and `missing` names the gaps; null if that has one too. */
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

/** Templates whose every field this kind of record has, and why some others suit none. */
export function chooseTemplates<Template extends { name: string; subject: string; body: string }>(
  kind: AboutKind,
  templates: readonly Template[],
  kinds: readonly AboutKind[],
): { fitting: Template[]; leftOut: string } {
  const unfitting = (template: Template) =>
    unfittingFields(kind, [template.subject, template.body]);
  const suitNone = templates.filter(
    ({ subject, body }) => fittingKinds([subject, body], kinds).length === 0,
  );
  return {
    fitting: templates.filter((template) => unfitting(template).length === 0),
    leftOut: suitNone.map((template) => `“${template.name}” ${whyNot(template)}.`).join(" "),
  };
}

function whyNot({ subject, body }: { subject: string; body: string }): string {
  const unknown = unknownFields([subject, body]);
  return unknown.length > 0
    ? `isn't in this list: ${allOf(unknown.map(fieldInWords))} can't be filled in`
    : "isn't in this list: nothing has all of its fields";
}

export type PreviewRecord = { kind: AboutKind; label: string; record: RecordFields };

export function previewRecordsOf(
  newest: readonly EmailRecord[],
  kinds: readonly AboutKind[],
  today: Day,
): PreviewRecord[] {
  const found = kinds.flatMap((kind) => newest.filter(({ about }) => about.kind === kind));
  return [
    ...found.map(({ about: { kind, label }, record }) => ({
      kind,
      label: `${nounOf(kind)}: ${label}`,
      record,
    })),
    ...kinds.map((kind) => ({
      kind,
      label: `${nounOf(kind)} (example)`,
      record: exampleRecord(kind, today),
    })),
  ];
}

/** The first that fills every field: a gap would look like the template's fault. */
export const firstFilling = (records: readonly PreviewRecord[], texts: readonly string[]) =>
  Math.max(
    0,
    records.findIndex(
      ({ kind, record }) =>
        fittingKinds(texts, [kind]).length > 0 && missingFields(texts, record).length === 0,
    ),
  );

function nounOf(kind: AboutKind): string {
  const words = aboutKindLabels[kind].one.replace(/^an? /, "");
  return words.charAt(0).toUpperCase() + words.slice(1);
}
