import { content } from "#app/content/content.ts";
import { allOf } from "#app/values/wording.ts";
import {
  type AboutKind,
  fieldInWords,
  fittingKinds,
  unfittingFields,
  unknownFields,
} from "./fields.ts";

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
