import {
  type DocumentName,
  documentNames,
  siteDocuments,
  type SiteWords,
} from "#app/content/documents.ts";
import {
  type ContentField,
  entryName,
  type LeafField,
  type PictureValue,
  type PictureField,
  pathIn,
} from "#app/content/fields.ts";
import { isPublicPart } from "#app/content/public-parts.server.ts";
import { cutCharacters, oneLine } from "#app/values/text.ts";
import { pictures, shareImages } from "#app/content/pictures.gen.ts";
import { withFillInNames } from "./field-text.ts";

export type SampleFinding = {
  document: DocumentName;
  path: string;
  label: string;
  value: string;
  /** A figure, which may be right as it is. */
  mayBeMeant: boolean;
  /** The shape of a drawing; null for words. */
  picture: PictureField["shape"] | null;
};

/** Not in what is hidden, which no visitor sees. */
export function sampleFindings(words: SiteWords): SampleFinding[] {
  const found = documentNames.flatMap((document) => {
    const field: ContentField = siteDocuments[document];
    const start = { path: "", labels: [field.label], samples: [field.default], isMarked: false };
    return samplesIn(field, words[document], start).map((one) => ({ document, ...one }));
  });
  return found.filter(({ document, path }) => isPublicPart(words, document, path));
}

type At = {
  path: string;
  labels: readonly string[];
  samples: readonly unknown[];
  isMarked: boolean;
};

function samplesIn(field: ContentField, value: unknown, at: At): Omit<SampleFinding, "document">[] {
  switch (field.kind) {
    case "fixed":
      return [];
    case "group":
      return Object.entries(field.fields).flatMap(([name, part]) => {
        if (part.kind === "fixed") return [];
        const of = (whole: unknown) => (whole as Record<string, unknown>)[name];
        return samplesIn(part, of(value), {
          path: pathIn(at.path, name),
          labels: part.kind === "list" ? at.labels : [...at.labels, part.label],
          samples: at.samples.map(of),
          isMarked: part.kind !== "group" && part.sample,
        });
      });
    case "list":
      return (value as readonly unknown[]).flatMap((entry, index) =>
        samplesIn(field.item, entry, {
          path: pathIn(at.path, index),
          labels: [...at.labels, entryName(field, index)],
          samples: field.samples,
          isMarked: field.sample,
        }),
      );
    default: {
      const sample = sampleText(field, value, at);
      if (sample === null) return [];
      const mayBeMeant = typeof value === "number";
      const picture = field.kind === "picture" ? field.shape : null;
      return [{ path: at.path, label: at.labels.join(" › "), value: sample, mayBeMeant, picture }];
    }
  }
}

/** Null for a value of the owner's own. */
function sampleText(field: LeafField, value: unknown, { samples, isMarked }: At): string | null {
  if (field.kind === "calendar") return value === field.example ? field.example : null;
  if (!isMarked) return null;
  if (field.kind === "picture")
    return samples.some((sample) => isSamplePicture(value, sample))
      ? drawnAs(value as PictureValue)
      : null;
  const isSample = value !== "" && samples.some((sample) => isSame(value, sample));
  return isSample ? cutCharacters(oneLine(withFillInNames(String(value))), 100) : null;
}

const isSame = (value: unknown, sample: unknown) =>
  oneLine(String(value)) === oneLine(String(sample));

/** True for a drawing, or for a photograph that still has a drawing's description. */
function isSamplePicture(value: unknown, sample: unknown): boolean {
  const [chosen, drawn] = [value as PictureValue, sample as PictureValue];
  const drawing = drawings.get(chosen.name);
  // Every drawing for shared links shows the sample business name.
  if (chosen.name === drawn.name || drawing?.shape === "share") return drawing?.isSample ?? false;
  return chosen.alt !== "" && chosen.alt === drawn.alt;
}

function drawnAs({ name, alt }: PictureValue): string {
  const drawing = drawings.get(name);
  const said = withFillInNames(alt);
  if (!drawing?.isSample) return said;
  return drawing.shape === "share"
    ? "a drawing with the sample business name"
    : `a drawing in place of a photograph: ${said || name}`;
}

type Drawing = {
  shape: PictureField["shape"];
  src: string;
  /** A drawing: a photograph of the same name in `pictures/` replaces it. */
  isSample: boolean;
};

const isDrawn = (source: string) => source.endsWith(".svg");

export const drawings = new Map<string, Drawing>([
  ...Object.entries(pictures).map(
    ([name, { width, height, widths, source }]): [string, Drawing] => [
      name,
      {
        shape: height > width ? "portrait" : "landscape",
        src: `/pictures/${name}-${widths[0]}.webp`,
        isSample: isDrawn(source),
      },
    ],
  ),
  ...Object.entries(shareImages).map(([name, { src, source }]): [string, Drawing] => [
    name,
    { shape: "share", src, isSample: isDrawn(source) },
  ]),
]);
