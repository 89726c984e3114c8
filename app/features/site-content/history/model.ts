import type { PictureValue } from "#app/content/fields.ts";
import type { DiffPart } from "./words-diff.ts";

/** A small file of a picture; null where the picture has been deleted. */
export type ShownPicture = PictureValue & { src: string | null };

/** What a publication changed in one field; `label` says where: `Why work with me › Point 2 › Text`. */
export type WordChange =
  | { kind: "text"; label: string; parts: readonly DiffPart[] }
  | { kind: "picture"; label: string; before: ShownPicture; after: ShownPicture }
  | { kind: "added" | "removed"; label: string; text: string }
  | { kind: "moved"; label: string; from: number; to: number };

/** A publication as the history shows it. */
export type PublicationEntry = {
  id: number;
  document: string;
  /** The document's own, or the stored name of one that is no longer there. */
  label: string;
  at: Date;
  by: string;
  /** What it put back: the time of the publication, or null for how the site came. */
  putBack: { to: Date | null } | null;
  changes: readonly WordChange[];
  /** Whether the site still has this document. */
  isKnown: boolean;
  /** Whether the public reads this document so now. */
  isPublic: boolean;
  /** Fields of that state which the document no longer has. */
  lost: readonly string[];
  /** Fields whose picture has been deleted. */
  missingPictures: readonly string[];
};
