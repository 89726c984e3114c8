import { content } from "#app/content/content.ts";
import { allOf } from "#app/values/wording.ts";
import {
  type AboutKind,
  aboutKindLabels,
  fieldInWords,
  fittingKinds,
  unfittingFields,
  unknownFields,
} from "./fields.ts";

/** A greeting, an empty paragraph to write in, and the owner's name. */
export function emailBeginning(firstName: string): string {
  return `${firstName ? `Hi ${firstName},` : "Hello,"}\n\n\n\nWarmly,\n${content().site.firstName}`;
}

/** Where the writing starts: after the greeting. */
export const writingStart = (body: string) => body.indexOf("\n\n\n\n") + 2;

/** Templates whose every field this kind of record has, and why the others are left out. */
export function chooseTemplates<Template extends { name: string; subject: string; body: string }>(
  kind: AboutKind,
  templates: readonly Template[],
  kinds: readonly AboutKind[],
): { fitting: Template[]; leftOut: string } {
  const unfitting = (template: Template) =>
    unfittingFields(kind, [template.subject, template.body]);
  const others = templates.filter((template) => unfitting(template).length > 0);
  const named = others.map((template) => `“${template.name}” (${whereItFits(template, kinds)})`);
  return {
    fitting: templates.filter((template) => unfitting(template).length === 0),
    leftOut: named.length === 0 ? "" : `Not offered here: ${allOf(named)}.`,
  };
}

/** `for quotes and messages`, or what nothing can fill in. */
function whereItFits(
  { subject, body }: { subject: string; body: string },
  kinds: readonly AboutKind[],
): string {
  const fitting = fittingKinds([subject, body], kinds).map((kind) => aboutKindLabels[kind].many);
  if (fitting.length > 0) return `for ${allOf(fitting)}`;
  const unknown = unknownFields([subject, body]);
  return unknown.length > 0
    ? `${allOf(unknown.map(fieldInWords))} can't be filled in`
    : "no record has all of its fields";
}
