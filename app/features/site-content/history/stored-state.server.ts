import type { ContentField, GroupField, PictureValue } from "#app/content/fields.ts";
import { valueOf } from "#app/content/merge.ts";

/** A document's words as a publication stored them; null stands for the defaults. */
export function stateOf(document: GroupField, stored: unknown): unknown {
  return valueOf(document, stored ?? document.default);
}

/** `Why work with me › Point 2 › Text`, for `why.points.1.text`. */
export function fieldLabel(document: GroupField, path: string): string {
  const labels: string[] = [];
  let field: ContentField | undefined = document;
  for (const step of path.split(".")) {
    if (field?.kind === "list") {
      field = field.item;
      if ("label" in field) labels.push(`${field.label} ${Number(step) + 1}`);
    } else if (field?.kind === "group") {
      field = field.fields[step];
      if (field && "label" in field && field.kind !== "list") labels.push(field.label);
    }
  }
  return labels.join(" › ");
}

type At = { labels: readonly string[]; field: ContentField | null; stored: unknown };

/** Every field of what is stored, with the document's own for it, if it still has one. */
function* storedFields({ labels, field, stored }: At): Generator<At> {
  yield { labels, field, stored };
  if (field?.kind === "list" && Array.isArray(stored))
    for (const [index, entry] of stored.entries()) {
      const name = field.item.kind === "fixed" ? field.label : field.item.label;
      yield* storedFields({
        labels: [...labels, `${name} ${index + 1}`],
        field: field.item,
        stored: entry,
      });
    }
  if (field?.kind === "group" && typeof stored === "object" && stored !== null)
    for (const [name, value] of Object.entries(stored)) {
      const part = Object.hasOwn(field.fields, name) ? field.fields[name]! : null;
      const label = part && "label" in part ? part.label : name;
      yield* storedFields({ labels: [...labels, label], field: part, stored: value });
    }
}

const mostNamed = 5;

/** Names of what the document no longer has. */
export function lostFields(document: GroupField, stored: unknown): string[] {
  const lost = [...storedFields({ labels: [], field: document, stored })]
    .filter(({ field }) => field === null)
    .map(({ labels }) => labels.join(" › "));
  return lost.slice(0, mostNamed);
}

type PictureAt = PictureValue & { label: string };

/** The pictures that a state of a document names. */
export function picturesIn(document: GroupField, state: unknown): PictureAt[] {
  return [...storedFields({ labels: [], field: document, stored: state })]
    .filter(({ field }) => field?.kind === "picture")
    .map(({ labels, stored }) => ({ label: labels.join(" › "), ...(stored as PictureValue) }));
}
