import type { ContentFields, PictureField } from "#app/content/fields.ts";
import type { PublicPage } from "#app/content/pages.ts";
import type { FormState } from "#app/server/http/forms.server.ts";

/** A picture that a document may name. */
export type PictureChoice = {
  name: string;
  label: string;
  shape: PictureField["shape"];
  /** Of a small file of it. */
  src: string;
};

/** What a fill-in stands for at the moment. */
export type FillInShown = { name: string; value: string };

/** One document as its form shows it. */
export type OpenDocument = {
  name: string;
  label: string;
  fields: ContentFields;
  /** The draft, or what is public, or the defaults. */
  values: Readonly<Record<string, unknown>>;
  version: number;
  /** `values` hold a picture that was just chosen on its own page, and isn't saved. */
  hasNewPicture: boolean;
  hasDraft: boolean;
  /** The public reads something else than the defaults. */
  isEdited: boolean;
  /** Null where nobody has changed it yet. */
  edited: { at: Date; by: string } | null;
  pages: readonly Pick<PublicPage, "key" | "name" | "path">[];
  fillIns: readonly FillInShown[];
  pictures: readonly PictureChoice[];
  /** The paths of the fields that still say what a sample says. */
  samples: readonly string[];
};

const intents = ["save", "publish", "discard", "undo", "withdraw"] as const;
export type EditorIntent = (typeof intents)[number];

export function isEditorIntent(intent: unknown): intent is EditorIntent {
  return (intents as readonly unknown[]).includes(intent);
}

/** A field of which the form says something else than what stands now. */
export type FieldConflict = {
  path: string;
  label: string;
  yours: ShownValue;
  theirs: ShownValue;
  /** What the form's fields would say, by their names; null where there are none to say it. */
  texts: Readonly<Record<string, string>> | null;
};

/** `picture` is the name of one, which `text` describes. */
export type ShownValue = { text: string; picture?: string };

export type EditorState = FormState & {
  intent?: EditorIntent | "arrange";
  /** What was posted, where the form goes on with it. */
  words?: Readonly<Record<string, unknown>>;
  /** Of which the form is from now on. */
  version?: number;
  conflict?: { by: string; at: Date; fields: readonly FieldConflict[] };
  /** What Undo takes back. */
  publication?: number;
};

export const editorForm = "site-document";
