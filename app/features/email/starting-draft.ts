import { site } from "#app/content/site.ts";
import { type AboutKind, aboutKindLabels, fieldInWords, unfittingFields } from "./fields.ts";

const list = new Intl.ListFormat("en-AU");

/** A greeting, an empty paragraph to write in, and the owner's name. */
export function emailBeginning(firstName: string): string {
  return `${firstName ? `Hi ${firstName},` : "Hello,"}\n\n\n\nWarmly,\n${site.firstName}`;
}

/** Where the writing starts: after the greeting. */
export const writingStart = (body: string) => body.indexOf("\n\n\n\n") + 2;

/** Templates whose every field this kind of record has, and why the others are left out. */
export function chooseTemplates<Template extends { name: string; subject: string; body: string }>(
  kind: AboutKind,
  templates: readonly Template[],
): { fitting: Template[]; leftOut: string } {
  const unfitting = (template: Template) =>
    unfittingFields(kind, [template.subject, template.body]);
  const others = templates.filter((template) => unfitting(template).length > 0);
  const reasons = others.map(
    (template) => `“${template.name}” (${list.format(unfitting(template).map(fieldInWords))})`,
  );
  return {
    fitting: templates.filter((template) => unfitting(template).length === 0),
    leftOut:
      reasons.length === 0
        ? ""
        : `Left out, as ${aboutKindLabels[kind].one} doesn't have every field: ${list.format(reasons)}.`,
  };
}
