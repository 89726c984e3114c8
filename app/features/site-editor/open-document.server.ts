import { data } from "react-router";
import { type DocumentName, isDocumentName, siteDocuments } from "#app/content/documents.ts";
import type { PictureValue, SiteDocument } from "#app/content/fields.ts";
import { fillInsOf } from "#app/content/fill-ins.ts";
import { pages } from "#app/content/pages.ts";
import { wordsOf } from "#app/content/state.server.ts";
import type { Administrator } from "#app/features/auth/model.ts";
import { smallPath } from "#app/features/site-pictures/model.ts";
import { listPictures } from "#app/features/site-pictures/queries.server.ts";
import type { Db } from "#app/server/database/db.server.ts";
import { currentOverrides } from "#app/features/site-publishing/published.server.ts";
import { fillInName } from "#app/features/site-content/field-text.ts";
import { getSiteDocument, withoutKept } from "#app/features/site-content/queries.server.ts";
import { drawings, sampleFindings } from "#app/features/site-content/samples.server.ts";
import type { FillInShown, PictureChoice } from "./editor-model.ts";
import {
  knownFillIns,
  withChangeAt,
  type WordsValues,
} from "#app/features/site-content/words-form.server.ts";

/** Throws a 404 for an unknown name. */
export function knownDocument(name: string): DocumentName {
  if (!isDocumentName(name)) throw data("There's no such part of the site.", 404);
  return name;
}

export const documentPages = (name: DocumentName) =>
  siteDocuments[name].pages.map((key) => pages[key]);

type FillIns = Readonly<Record<string, string>>;

/** `field` and `picture` come from the link back from the pictures page. */
type OpenWith = { field?: string | null; picture?: string | null; ownFillIns?: FillIns };

export type OpenDocument = Awaited<ReturnType<typeof openDocument>>;

export async function openDocument(
  db: Db,
  by: Administrator,
  name: DocumentName,
  { field, picture, ownFillIns = {} }: OpenWith = {},
) {
  const { document, values, published: _, ...own } = await getSiteDocument(db, by, name);
  const pictures = [...(await uploadedPictures(db, by)), ...drawnPictures()];
  const choice = pictures.find((each) => each.name === picture);
  const chosen = field && choice ? withChoice(document, values, field, choice) : null;
  const words = wordsOf({ ...currentOverrides(), [name]: values });
  return {
    ...own,
    label: document.label,
    fields: document.fields,
    /** The draft, else the published values, else the defaults. */
    values: chosen ?? values,
    /** `values` hold a picture that was just chosen on its own page and isn't saved yet. */
    hasNewPicture: chosen !== null,
    pages: documentPages(name).map(({ key, name: title, path }) => ({ key, name: title, path })),
    fillIns: shownFillIns(name, { ...fillInsOf(words), ...ownFillIns }),
    pictures,
    samples: (await withoutKept(db, sampleFindings(words))).flatMap((found) =>
      found.document === name ? [found.path] : [],
    ),
  };
}

/** Null if the picture's shape doesn't fit the field. */
const withChoice = (
  document: SiteDocument,
  values: WordsValues,
  path: string,
  { name, shape }: PictureChoice,
) =>
  withChangeAt(document, values, path.split("."), (field, value) =>
    field.kind === "picture" && field.shape === shape ? { ...(value as PictureValue), name } : null,
  ) as WordsValues | null;

function shownFillIns(document: DocumentName, values: FillIns): FillInShown[] {
  return knownFillIns(document).map((key) => ({ name: fillInName(key), value: values[key] ?? "" }));
}

async function uploadedPictures(db: Db, by: Administrator): Promise<PictureChoice[]> {
  const uploaded = await listPictures(db, by);
  return uploaded
    .filter(({ state }) => state === "ready")
    .map(({ id, fileName, shape, width }) => ({
      name: id,
      label: fileName,
      shape,
      src: smallPath(id, shape, width!),
    }));
}

function drawnPictures(): PictureChoice[] {
  return [...drawings].map(([name, { shape, src }]) => ({
    name,
    label: inWords(name),
    shape,
    src,
  }));
}

const pagesOfPictures = {
  about: "About",
  card: "Projects",
  coaching: "Coaching",
  live: "Live piano",
};

/** `card-audition` becomes "Projects: audition", `share/live-piano` "Live piano". */
function inWords(name: string): string {
  const [, prefix, rest] = /^(about|card|coaching|live)-(.+)$/.exec(name) ?? [];
  const text = (rest ?? name.replace("share/", "")).replaceAll("-", " ").replace("ameb", "AMEB");
  if (prefix) return `${pagesOfPictures[prefix as keyof typeof pagesOfPictures]}: ${text}`;
  return text.charAt(0).toUpperCase() + text.slice(1);
}
