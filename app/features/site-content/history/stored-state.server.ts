import { isDeepStrictEqual } from "node:util";
import type { ContentField, GroupField, PictureValue, SiteDocument } from "#app/content/fields.ts";
import { fits, withRenames } from "#app/content/merge.ts";

/** `why.points.1.text` becomes `Why work with me › Point 2 › Text`. */
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

type At = {
  path: readonly (string | number)[];
  labels: readonly string[];
  /** Null if the document has no field that can show the stored value. */
  field: ContentField | null;
  stored: unknown;
};

function* storedFields({ path, labels, field, stored }: At): Generator<At> {
  yield { path, labels, field, stored };
  if (field?.kind === "list")
    for (const [index, entry] of (stored as unknown[]).entries()) {
      const name = field.item.kind === "fixed" ? field.label : field.item.label;
      yield* storedFields(
        placed([...path, index], [...labels, `${name} ${index + 1}`], field.item, entry),
      );
    }
  if (field?.kind === "group")
    for (const [name, value] of Object.entries(stored as object)) {
      const part = Object.hasOwn(field.fields, name) ? field.fields[name]! : null;
      const label = part && "label" in part ? part.label : name;
      yield* storedFields(placed([...path, name], [...labels, label], part, value));
    }
}

function placed(
  path: At["path"],
  labels: At["labels"],
  field: ContentField | null,
  stored: unknown,
): At {
  const isShown =
    field !== null &&
    (field.kind === "fixed" ? isDeepStrictEqual(stored, field.default) : fits(field, stored));
  return { path, labels, field: isShown ? field : null, stored };
}

export function lostValues(document: SiteDocument, stored: unknown): At[] {
  if (stored === null) return [];
  const whole = placed([], [], document, withRenames(document, stored));
  return [...storedFields(whole)].filter(({ field }) => field === null);
}

const mostNamed = 5;

export function lostFields(document: SiteDocument, stored: unknown): string[] {
  const lost = lostValues(document, stored).map(({ labels }) => labels.join(" › "));
  return lost.slice(0, mostNamed);
}

type PictureAt = PictureValue & { label: string };

export function picturesIn(document: GroupField, state: unknown): PictureAt[] {
  return [...storedFields(placed([], [], document, state))]
    .filter(({ field }) => field?.kind === "picture")
    .map(({ labels, stored }) => ({ label: labels.join(" › "), ...(stored as PictureValue) }));
}
