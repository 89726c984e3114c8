import type { GroupField } from "#app/content/fields.ts";
import { fieldTexts } from "#app/features/site-content/words-form.server.ts";

/** What the fields of a document's form show, by their names. */
export function wordsTexts(document: GroupField, values: unknown): Record<string, string> {
  return Object.fromEntries(fieldTexts(document, values));
}

/** As a browser sends it: a box that isn't ticked is left out. */
export function wordsForm(texts: Readonly<Record<string, string>>): FormData {
  const form = new FormData();
  for (const [name, text] of Object.entries(texts))
    if (!name.endsWith(".decorative") || text) form.append(name, text);
  return form;
}
