import { isDeepStrictEqual } from "node:util";
import { desc, DrizzleQueryError, eq, sql } from "drizzle-orm";
import { type Content, type ContentState, setContentState } from "#app/content/content.ts";
import { type DocumentName, documentNames, siteDocuments } from "#app/content/documents.ts";
import type { PublicPage } from "#app/content/pages.ts";
import { makeContentState, type Overrides, wordsOf } from "#app/content/state.server.ts";
import { uploadsOf } from "#app/features/site-pictures/queries.server.ts";
import type { Db } from "#app/server/database/db.server.ts";
import {
  isPublicMailing,
  mailings,
  newestMailing,
  sitePublications,
} from "#app/server/database/tables.server.ts";
import { rowsOf } from "#app/server/database/list.server.ts";
import { log } from "#app/server/log.server.ts";
import { melbourneDay } from "#app/values/calendar.ts";
import { type ContentField, type PictureValue, placesIn } from "#app/content/fields.ts";
import { publicCv, noFiles, prepareSite, type SiteFiles } from "./site-files.server.ts";
import { siteHost } from "./renderer.server.ts";
import { readPublished } from "#app/features/site-content/queries.server.ts";
import { keepUnplacedWords } from "#app/features/site-content/unplaced.server.ts";

/** `id` is the newest publication's; 0 before the first. */
export type PublishedSite = SiteFiles & {
  id: number;
  overrides: Overrides;
  state: ContentState;
  /** False until this publication's pages are made: pages are rendered from `state` meanwhile. */
  isMade: boolean;
};

let current: PublishedSite | null = null;

/** Of one document or of all; 0 before the first. */
export async function latestPublication(db: Db, document?: DocumentName): Promise<number> {
  const [row] = await db
    .select({ id: sitePublications.id })
    .from(sitePublications)
    .where(document && eq(sitePublications.document, document))
    .orderBy(desc(sitePublications.id))
    .limit(1);
  return row?.id ?? 0;
}

export function currentOverrides(): Overrides {
  return current?.overrides ?? {};
}

type StateOptions = Parameters<typeof makeContentState>[2];

async function stateOf(
  db: Db,
  overrides: Overrides,
  options?: StateOptions,
): Promise<ContentState> {
  const words = wordsOf(overrides);
  const used = documentNames.flatMap((name) => picturesIn(siteDocuments[name], words[name]));
  const uploads = await uploadsOf(
    db,
    used.map(({ name }) => name),
  );
  return makeContentState(overrides, uploads, { ...options, ...(await unwritten(db)) });
}

const archived = sql<string[]>`array(select ${mailings.slug} from ${mailings}
  where ${isPublicMailing} order by ${newestMailing})`;

/** What pages show that is in no document. */
async function unwritten(db: Db): Promise<Pick<Content, "letters" | "cv">> {
  const [row] = await rowsOf<Pick<Content, "letters" | "cv">>(
    db,
    sql`select ${archived} as letters, ${publicCv} as cv`,
  );
  return row!;
}

/** In one query, as every process asks again and again. */
async function isCurrent(db: Db, { id, isMade, state }: PublishedSite): Promise<boolean> {
  if (!isMade) return false;
  const last = sql<number>`coalesce(max(${sitePublications.id}), 0)::int`;
  const [row] = await db.select({ last, letters: archived, cv: publicCv }).from(sitePublications);
  const { letters, cv } = state.content;
  return row!.last === id && isDeepStrictEqual([row!.letters, row!.cv], [letters, cv]);
}

/** `values` is null for the document's defaults. Shows a page also while it is hidden. */
export function contentWith(
  db: Db,
  name: DocumentName,
  values: unknown,
  page: PublicPage["key"],
): Promise<ContentState> {
  return stateOf(db, withDocument(currentOverrides(), name, values), { shows: page });
}

export function withDocument(overrides: Overrides, name: string, values: unknown): Overrides {
  const { [name]: _, ...others } = overrides;
  return values === null ? others : { ...others, [name]: values };
}

/** Renders nothing if the public words are the same. Throws a {@link PageError}. */
export async function makeSite(
  db: Db,
  id: number,
  overrides: Overrides,
  options?: StateOptions,
): Promise<PublishedSite> {
  const state = await stateOf(db, overrides, options);
  const host = siteHost();
  const { letters, cv } = state.content;
  const isBuilt = Object.keys(overrides).length === 0 && letters.length === 0 && !cv;
  if (current?.isMade && current.state.url === state.url) return { ...current, id, overrides };
  const prepared = host
    ? await prepareSite(db, host, { state, isBuilt, known: current?.files })
    : noFiles;
  return { id, overrides, state, isMade: true, ...prepared };
}

type ShownWords = Pick<PublishedSite, "overrides" | "state">;

/** Pages that were opened before a publication still fetch their words. */
const shownWords = new Map<string, ShownWords>();
const mostKept = 50;

export const wordsAt = (url: string): ShownWords | undefined => shownWords.get(url);

/** Atomic within this process. */
export function showSite(site: PublishedSite): void {
  const { files, overrides, state } = site;
  current = site;
  setContentState(state);
  shownWords.delete(state.url);
  shownWords.set(state.url, { overrides, state });
  for (const url of shownWords.keys()) {
    if (shownWords.size <= mostKept) break;
    shownWords.delete(url);
  }
  siteHost()?.serve(files);
}

let latest: Promise<unknown> = Promise.resolve();

/** One publication at a time in this process. */
export function inTurn<T>(work: () => Promise<T>): Promise<T> {
  const turn = latest.then(work);
  latest = turn.catch(() => {});
  return turn;
}

/** Emails and documents read these words at once; {@link catchUp} makes the pages. */
export async function showPublicWords(db: Db): Promise<PublishedSite> {
  await keepUnplacedWords(db);
  const { id, overrides } = await readPublished(db);
  const site = { id, overrides, state: await stateOf(db, overrides), isMade: false, ...noFiles };
  showSite(site);
  return site;
}

/** Logged once per publication: the retry every two seconds may fail again. */
let reported: number | null = null;

/** Shows what others published. If its pages can't be made, the earlier ones stay until the next call tries again. */
export async function catchUp(db: Db, today = melbourneDay(new Date())): Promise<PublishedSite> {
  const hasPassed = current?.state.content.whatsOn.dates.some(({ day }) => day < today);
  if (current && !hasPassed && (await isCurrent(db, current))) return current;
  const before = current ?? (await showPublicWords(db));
  const { id, overrides } = await readPublished(db);
  try {
    showSite(await makeSite(db, id, overrides, { today }));
    reported = null;
  } catch (error) {
    // A database error says nothing about the words.
    if (error instanceof DrizzleQueryError) throw error;
    if (reported !== id) log.error({ err: error, publication: id }, "pages cannot be made yet");
    reported = id;
    current = { ...before, id, overrides, isMade: false };
  }
  return current!;
}

let waiting: Promise<PublishedSite> | null = null;

/** Callers share one pending look. A look that has begun may have missed a later publication. */
export function catchUpInTurn(db: Db): Promise<PublishedSite> {
  waiting ??= inTurn(() => {
    waiting = null;
    return catchUp(db);
  });
  return waiting;
}

/** In ms. Preparing the pages takes about 1 s more. */
const pollInterval = 2_000;

/** Shows what other processes publish. The returned function stops it. */
export function followPublications(db: Db): () => Promise<void> {
  let timer: NodeJS.Timeout;
  let hasEnded = false;
  let looking = Promise.resolve();
  const look = async () => {
    try {
      await catchUpInTurn(db);
    } catch (error) {
      log.warn({ err: error }, "publications cannot be read; trying again");
    }
    lookLater();
  };
  const lookLater = () => {
    if (!hasEnded) timer = setTimeout(() => (looking = look()), pollInterval).unref();
  };
  lookLater();
  return () => {
    hasEnded = true;
    clearTimeout(timer);
    return looking;
  };
}

type PictureAt = PictureValue & { label: string };

export function picturesIn(field: ContentField, value: unknown): PictureAt[] {
  return placesIn(field, [value]).flatMap(({ field: part, labels, values: [held] }) =>
    part.kind === "picture" ? [{ label: labels.join(" › "), ...(held as PictureValue) }] : [],
  );
}
