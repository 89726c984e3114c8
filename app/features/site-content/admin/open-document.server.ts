import { data } from "react-router";
import { type DocumentName, isDocumentName, siteDocuments } from "#app/content/documents.ts";
import type { PictureValue } from "#app/content/fields.ts";
import { fillInsOf } from "#app/content/fill-ins.ts";
import { pages } from "#app/content/pages.ts";
import { wordsOf } from "#app/content/state.server.ts";
import type { Administrator } from "#app/features/auth/model.ts";
import { smallPath } from "#app/features/site-pictures/paths.ts";
import { listPictures } from "#app/features/site-pictures/queries.server.ts";
import type { Db } from "#app/server/database/db.server.ts";
import { drawings } from "#app/features/site-content/samples.server.ts";
import { knownFillIns } from "#app/features/site-content/words-check.server.ts";
import { currentOverrides } from "../published.server.ts";
import { fillInName } from "../fill-in-names.ts";
import { getSiteDocument } from "../queries.server.ts";
import { sampleFindings } from "../samples.server.ts";
import type { FillInShown, OpenDocument, PictureChoice } from "./editor-model.ts";
import { withChangeAt, type WordsValues } from "../words-form.server.ts";

/** Throws a 404 for an unknown name. */
export function knownDocument(name: string): DocumentName {
  if (!isDocumentName(name)) throw data("There's no such part of the site.", 404);
  return name;
}

export const documentPages = (name: DocumentName) =>
  siteDocuments[name].pages.map((key) => pages[key]);

export async function openDocument(
  db: Db,
  by: Administrator,
  name: DocumentName,
  { ownFillIns = {}, ...chosen }: OpenWith = {},
): Promise<OpenDocument> {
  const { label, fields } = siteDocuments[name];
  const stored = await getSiteDocument(db, by, name);
  const pictures = [...(await uploadedPictures(db, by)), ...drawnPictures()];
  const values = withChosen(name, stored.values, pictures, chosen);
  const words = wordsOf({ ...currentOverrides(), [name]: stored.values });
  return {
    name,
    label,
    fields,
    values: values ?? stored.values,
    hasNewPicture: values !== null,
    version: stored.version,
    hasDraft: stored.hasDraft,
    isEdited: stored.isEdited,
    edited: stored.edited,
    pages: documentPages(name).map(({ key, name: pageName, path }) => ({
      key,
      name: pageName,
      path,
    })),
    fillIns: shownFillIns(name, { ...fillInsOf(words), ...ownFillIns }),
    pictures,
    samples: sampleFindings(words)
      .filter(({ document }) => document === name)
      .map(({ path }) => path),
  };
}

type OpenWith = Partial<ChosenPicture> & {
  ownFillIns?: FillIns;
};
type FillIns = Readonly<Record<string, string>>;

/** From the query of the link back from the pictures page. */
type ChosenPicture = { field: string | null; picture: string | null };

/** Null if nothing was chosen or its shape doesn't fit. */
function withChosen(
  name: DocumentName,
  values: WordsValues,
  pictures: readonly PictureChoice[],
  { field: path, picture }: Partial<ChosenPicture>,
): WordsValues | null {
  if (!path || !picture) return null;
  const choice = pictures.find((each) => each.name === picture);
  return withChangeAt(siteDocuments[name], values, path.split("."), (field, value) =>
    field.kind === "picture" && choice?.shape === field.shape
      ? { ...(value as PictureValue), name: picture }
      : null,
  ) as WordsValues | null;
}

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
