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
import { cutCharacters, oneLine } from "#app/values/text.ts";
import { pictures, shareImages } from "#app/content/pictures.gen.ts";
import { possiblePages, type PublicPage } from "#app/content/pages.ts";
import { hiddenPages } from "#app/content/visibility.ts";
import { withFillInNames } from "./field-text.ts";

type Key = PublicPage["key"];

/** False for what is hidden; a group's notes are beside its switches. */
type Parts = Readonly<Record<string, boolean | null>>;

/** The page of voice and piano shows it too. */
const borrowed = "coaching.cards.piano.picture";

/** Whether visitors read what is at a path of a document: its page, section, card and kind of session show. */
function isPublicPart(words: SiteWords, document: DocumentName, path: string): boolean {
  const hidden = hiddenPages(words);
  const shows = (...keys: Key[]) => keys.some((key) => !hidden.includes(key));
  const whole = `${document}.${path}`;
  if (shows("voicePiano") && `${whole}.`.startsWith(`${borrowed}.`)) return true;
  if (!shows(...siteDocuments[document].pages)) return false;
  const parts = Object.entries(partsThatShow(words, shows));
  return parts.every(
    ([part, isPublic]) => isPublic !== false || !`${whole}.`.startsWith(`${part}.`),
  );
}

function partsThatShow(words: SiteWords, shows: (...keys: Key[]) => boolean): Parts {
  const { home } = words.visibility;
  const { discovery } = words.booking.kinds;
  const { sheetMusic, backingTracks } = words.site.links;
  const voiceAndPiano = shows("voicePiano", "bookVoicePiano");
  const sharing = (key: string) => possiblePages.filter(({ share }) => share === key);
  return {
    testimonials: home.testimonials,
    ...under("home", home),
    ...Object.fromEntries(
      possiblePages.flatMap(({ key }) => [
        [`titles.${key}.title`, shows(key)],
        [`titles.${key}.description`, shows(key)],
        [`titles.${key}.picture`, shows(...sharing(key).map((page) => page.key))],
      ]),
    ),
    ...under("projects.cards", {
      director: shows("director"),
      livePiano: shows("livePiano"),
      ameb: shows("ameb"),
      sheetMusic: sheetMusic !== "",
      backingTracks: backingTracks !== "",
      audition: shows("archive"),
    }),
    ...under("coaching.cards", {
      voice: voiceAndPiano,
      piano: voiceAndPiano,
      mindset: shows("bookPresence"),
      embodied: shows("bookEmbodiment"),
    }),
    "coaching.others": shows("bookEmbodiment", "bookPresence"),
    ...under("booking", bookingsThatShow(shows)),
    "booking.card.discovery": discovery.shown,
    "prices.ameb": shows("ameb"),
    ...under("site.links", {
      discovery: discovery.shown,
      choir: home.choir,
      sheetMusic: shows("projects"),
      backingTracks: shows("projects"),
      cv: shows("director"),
      audition: shows("archive"),
    }),
    ...under("site.schedulers", bookingsThatShow(shows)),
  };
}

const bookingsThatShow = (shows: (key: Key) => boolean) => ({
  voicePiano: shows("bookVoicePiano"),
  embodiment: shows("bookEmbodiment"),
  presence: shows("bookPresence"),
});

const under = (part: string, parts: Parts): Parts =>
  Object.fromEntries(Object.entries(parts).map(([name, shows]) => [`${part}.${name}`, shows]));

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
