import type { PictureValue } from "#app/content/fields.ts";

export type DiffPart = { kind: "same" | "removed" | "added"; text: string };

/** `src` is null if the picture has been deleted. */
export type ShownPicture = PictureValue & { src: string | null };

/** `label` is the field's place: `Why work with me › Point 2 › Text`. */
export type WordChange =
  | { kind: "text"; label: string; parts: readonly DiffPart[] }
  | { kind: "picture"; label: string; before: ShownPicture; after: ShownPicture }
  | { kind: "added" | "removed"; label: string; text: string }
  | { kind: "moved"; label: string; from: number; to: number };

export type PublicationEntry = {
  id: number;
  document: string;
  /** The stored name if the document no longer exists. */
  label: string;
  at: Date;
  by: string;
  /** `to` is when the restored words were published; null for the original defaults. */
  putBack: { to: Date | null } | null;
  changes: readonly WordChange[];
  isKnown: boolean;
  isPublic: boolean;
  /** Fields of that state that the document no longer has. */
  lost: readonly string[];
  missingPictures: readonly string[];
};
