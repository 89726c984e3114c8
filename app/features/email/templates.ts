import { content } from "#app/content/content.ts";
import { allOf } from "#app/values/wording.ts";
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
} from "./fields.ts";
import type { EmailTemplate, EmailRecord } from "./model.ts";
import { fill, type RecordFields } from "./placeholders.ts";

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

export function emailBeginning(firstName: string): string {
  return `${firstName ? `Hi ${firstName},` : "Hello,"}\n\n\n\nWarmly,\n${content().site.firstName}`;
}

export const writingStart = (body: string) => body.indexOf("\n\n\n\n") + 2;

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
