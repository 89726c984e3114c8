import type { ContentFields, PictureField } from "#app/content/fields.ts";
import type { PublicPage } from "#app/content/pages.ts";
import type { FormState } from "#app/server/http/forms.server.ts";

export type PictureChoice = {
  name: string;
  label: string;
  shape: PictureField["shape"];
  src: string;
};

export type FillInShown = { name: string; value: string };

export type OpenDocument = {
  name: string;
  label: string;
  fields: ContentFields;
  /** The draft, else the published values, else the defaults. */
  values: Readonly<Record<string, unknown>>;
  version: number;
  /** `values` hold a picture that was just chosen on its own page and isn't saved yet. */
  hasNewPicture: boolean;
  hasDraft: boolean;
  /** The public values differ from the defaults. */
  isEdited: boolean;
  edited: { at: Date; by: string } | null;
  pages: readonly Pick<PublicPage, "key" | "name" | "path">[];
  fillIns: readonly FillInShown[];
  pictures: readonly PictureChoice[];
  samples: readonly string[];
};

const intents = ["save", "publish", "discard", "undo", "withdraw"] as const;
export type EditorIntent = (typeof intents)[number];

export function isEditorIntent(intent: unknown): intent is EditorIntent {
  return (intents as readonly unknown[]).includes(intent);
}

export type FieldConflict = {
  path: string;
  label: string;
  yours: ShownValue;
  theirs: ShownValue;
  /** Form texts by field name, to take over `theirs`; null if the form has no such fields. */
  texts: Readonly<Record<string, string>> | null;
};

/** `picture` is a picture's name; `text` is then its description. */
export type ShownValue = { text: string; picture?: string };

export type EditorState = FormState & {
  intent?: EditorIntent | "arrange";
  /** The posted values, when the form continues with them. */
  words?: Readonly<Record<string, unknown>>;
  version?: number;
  conflict?: { by: string; at: Date; fields: readonly FieldConflict[] };
  /** The publication that Undo takes back. */
  publication?: number;
};

export const editorForm = "site-document";
