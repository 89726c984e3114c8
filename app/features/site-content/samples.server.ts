import {
  type DocumentName,
  documentNames,
  siteDocuments,
  type SiteWords,
} from "#app/content/documents.ts";
import type { ContentField, PictureValue, PictureField } from "#app/content/fields.ts";
import { cutCharacters, oneLine } from "#app/values/text.ts";
import { pictures, shareImages } from "#app/content/pictures.gen.ts";
import { withFillInNames } from "./fill-in-names.ts";

type SampleFinding = {
  document: DocumentName;
  /** The form field's name: `why.points.1.text`. */
  path: string;
  /** `Home › Why work with me › Point 2 › Text` */
  label: string;
  value: string;
  /** A figure, which may be right as it is. */
  mayBeMeant: boolean;
};

type Found = Omit<SampleFinding, "document" | "label"> & { labels: readonly string[] };

export function sampleFindings(words: SiteWords): SampleFinding[] {
  return documentNames.flatMap((document) => {
    const { label, ...all } = siteDocuments[document];
    const field: ContentField = { label, ...all };
    return samplesIn(field, words[document], [field.default], false).map(
      ({ path, labels, ...found }) => ({
        document,
        path: path.slice(1),
        label: [label, ...labels].join(" › "),
        ...found,
      }),
    );
  });
}

/** `samples` are the field's possible sample values. */
function samplesIn(
  field: ContentField,
  value: unknown,
  samples: readonly unknown[],
  marked: boolean,
): Found[] {
  switch (field.kind) {
    case "fixed":
      return [];
    case "group":
      return Object.entries(field.fields).flatMap(([name, part]) => {
        if (part.kind === "fixed") return [];
        const of = (whole: unknown) => (whole as Record<string, unknown>)[name];
        const isMarked = part.kind !== "group" && part.sample;
        return samplesIn(part, of(value), samples.map(of), isMarked).map(
          ({ path, labels, ...found }) => ({
            ...found,
            path: `.${name}${path}`,
            labels: part.kind === "list" ? labels : [part.label, ...labels],
          }),
        );
      });
    case "list":
      return (value as readonly unknown[]).flatMap((entry, index) => {
        const { item } = field;
        const named = `${item.kind === "fixed" ? field.label : item.label} ${index + 1}`;
        return samplesIn(item, entry, field.samples, field.sample).map(
          ({ path, labels, ...found }) => ({
            ...found,
            path: `.${index}${path}`,
            labels: [named, ...labels],
          }),
        );
      });
    case "picture":
      return marked && samples.some((sample) => isSamplePicture(value, sample))
        ? [{ path: "", labels: [], value: drawnAs(value as PictureValue), mayBeMeant: false }]
        : [];
    case "calendar":
      return value === field.example
        ? [{ path: "", labels: [], value: field.example, mayBeMeant: false }]
        : [];
    default: {
      const isSample = marked && value !== "" && samples.some((sample) => isSame(value, sample));
      const shown = cutCharacters(oneLine(withFillInNames(String(value))), 100);
      return isSample
        ? [{ path: "", labels: [], value: shown, mayBeMeant: typeof value === "number" }]
        : [];
    }
  }
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
