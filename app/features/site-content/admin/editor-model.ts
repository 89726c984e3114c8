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
  /** The posted values, when the form continues with them. */
  words?: Readonly<Record<string, unknown>>;
  version?: number;
  conflict?: { by: string; at: Date; fields: readonly FieldConflict[] };
};

export const editorForm = "site-document";
