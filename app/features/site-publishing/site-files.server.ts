import { hash } from "node:crypto";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { setImmediate } from "node:timers/promises";
import { deserialize, serialize } from "node:v8";
import { href } from "react-router";
import { type ContentState, content, type Content } from "#app/content/content.ts";
import type { PictureValue } from "#app/content/fields.ts";
import { inPalette, paletteStyles } from "#app/content/palettes.ts";
import { pages, possiblePages, type PublicPage } from "#app/content/pages.ts";
import { isShown, shownPages } from "#app/content/visibility.ts";
import { withContent } from "#app/content/state.server.ts";
import {
  appIcon,
  filesOf,
  mediaPath,
  type PictureFileKey,
} from "#app/features/site-pictures/model.ts";
import { readPictureFiles } from "#app/features/site-pictures/queries.server.ts";
import { log } from "#app/server/log.server.ts";
import { letterPath } from "#app/ui/letter-path.ts";
import type { Db } from "#app/server/database/db.server.ts";
import { documentPolicy, type InlineSources } from "#app/server/http/security-headers.server.ts";
import {
  addPage,
  bytesOnTheWire,
  prepareFile,
  type StaticFiles,
  type EncodedFile,
} from "#app/server/http/static-files.server.ts";
import { root } from "#app/server/root.server.ts";
import { openThread } from "#app/server/thread.server.ts";
import { sql } from "drizzle-orm";
import { siteDocuments } from "#app/content/documents.ts";
import { recordActivity } from "#app/features/audit/record.server.ts";
import type { Administrator, Owner } from "#app/features/auth/model.ts";
import { cvDocument } from "#app/server/database/tables.server.ts";
import { renderPage, type SiteHost } from "./renderer.server.ts";

/* The owner's CV as a PDF: public while there is one and its page shows. */

const label = siteDocuments.director.label;

type NewCv = { fileName: string; pages: number; bytes: Uint8Array };

/** Takes the place of an earlier one. */
export function storeCv(db: Db, by: Owner, cv: NewCv, now = new Date()): Promise<void> {
  return db.transaction(async (tx) => {
    const values = { ...cv, updatedAt: now, updatedBy: by.email };
    await tx
      .insert(cvDocument)
      .values(values)
      .onConflictDoUpdate({ target: cvDocument.id, set: values });
    const subject = { kind: "words", label } as const;
    const action = "uploaded a CV to the";
    await recordActivity(tx, { actor: by.email, action, subject }, now);
  });
}

/** False if there was none. */
export function removeCv(db: Db, by: Owner, now = new Date()): Promise<boolean> {
  return db.transaction(async (tx) => {
    const removed = await tx.delete(cvDocument).returning({ id: cvDocument.id });
    if (removed.length === 0) return false;
    const subject = { kind: "words", label } as const;
    const action = "removed the CV from the";
    await recordActivity(tx, { actor: by.email, action, subject }, now);
    return true;
  });
}

export async function getCv(db: Db, _by: Administrator) {
  const [cv] = await db
    .select({
      fileName: cvDocument.fileName,
      pages: cvDocument.pages,
      updatedAt: cvDocument.updatedAt,
      size: sql<number>`octet_length(${cvDocument.bytes})`,
    })
    .from(cvDocument);
  return cv ?? null;
}

/** For the state of the content, which follows it as it follows the words. */
export const publicCv = sql<Content["cv"]>`(select json_build_object(
  'size', octet_length(${cvDocument.bytes}), 'at', ${cvDocument.updatedAt}::text)
  from ${cvDocument})`;

/** Public: no check beyond whether its page shows. */
export async function readCv(db: Db): Promise<Uint8Array | null> {
  const [cv] = await db.select({ bytes: cvDocument.bytes }).from(cvDocument);
  return cv?.bytes ?? null;
}

/** It came from outside, so it is saved and runs nothing. */
export function cvHeaders(): Record<string, string> {
  const name = content()
    .site.person.normalize("NFD")
    .replaceAll(/[^\w .-]/g, "");
  return {
    "Content-Type": "application/pdf",
    "Content-Disposition": `attachment; filename="${`${name} CV`.trim()}.pdf"`,
    "Cache-Control": "public, max-age=0, must-revalidate",
    "Content-Security-Policy": "default-src 'none'; frame-ancestors 'none'; sandbox",
    "X-Robots-Tag": "noindex",
  };
}

export type SiteFiles = { files: StaticFiles; sizes: PageSizes };

export const noFiles: SiteFiles = { files: new Map(), sizes: new Map() };

export class PageError extends Error {
  readonly page: PublicPage;

  constructor(page: PublicPage, cause: unknown) {
    super(`${page.name}: ${cause instanceof Error ? cause.message : String(cause)}`, { cause });
    this.page = page;
  }
}

/** Renders nothing if `isBuilt`; reads no `known` picture again. Throws a {@link PageError}. */
export async function prepareSite(
  db: Db,
  { siteUrl, builtPage, keptPages }: SiteHost,
  { state, isBuilt, known }: { state: ContentState; isBuilt: boolean; known?: StaticFiles },
): Promise<SiteFiles> {
  const files: StaticFiles = new Map();
  const sizes = new Map() as Map<PublicPage["key"], PageSize>;
  if (keptPages) kept ??= readKept(keptPages);
  used = new Map();
  const textOf = ({ path }: PublicPage) => (isBuilt ? builtPage(path) : renderPage(path, state));
  const encodeAndAdd = async (page: PublicPage, text: string) => {
    const { sources, ...encoded } = await encode({ text, siteUrl, trims: !isBuilt });
    const policy = withContent(state, () => documentPolicy(sources));
    const file = addPage(files, page.path, { encoded, policy, siteUrl });
    sizes.set(page.key, { sent: bytesOnTheWire(file), text: encoded.identity.length });
  };
  const encoding: Promise<void>[] = [];
  const begin = (work: Promise<void>) => {
    encoding.push(work);
    // Avoids an unhandled rejection: it may fail before it is awaited.
    work.catch(() => {});
  };
  try {
    begin(addContent(files, siteUrl, state));
    await addPictures(db, files, { siteUrl, state, known });
    begin(addDrawings(files, siteUrl, state));
    await addCv(db, files, { siteUrl, state });
    for (const page of shownPages(state.content)) {
      const text = await naming(page, async () => textOf(page));
      begin(naming(page, () => encodeAndAdd(page, text)));
      // Lets requests be answered between two pages.
      await setImmediate();
    }
    if (!isBuilt) begin(addText(files, siteUrl, state, sitemap));
    const { letters } = state.content;
    if (letters.length > 0) {
      begin(addText(files, siteUrl, state, href("/letters/feed.atom")));
      for (const path of [href("/letters"), ...letters.map(letterPath)])
        begin(addLetter(files, siteUrl, state, path));
    }
    await Promise.all(encoding);
  } finally {
    // After a failure, pending work would delay the next try in the thread's queue.
    await Promise.allSettled(encoding);
  }
  const isKept = kept?.size === used.size && [...used.keys()].every((key) => kept?.has(key));
  kept = used;
  if (keptPages && !isKept) keep(keptPages, used);
  return { files, sizes };
}

async function naming<T>(page: PublicPage, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw new PageError(page, error);
  }
}

async function addContent(files: StaticFiles, siteUrl: string, state: ContentState) {
  const { url } = state;
  const encoded = await encode({ text: JSON.stringify(state.content), siteUrl, trims: false });
  files.set(url, prepareFile(url, encoded, siteUrl));
}

const sitemap = href("/sitemap.xml");

async function addText(files: StaticFiles, siteUrl: string, state: ContentState, path: string) {
  const text = await renderPage(path, state);
  files.set(path, prepareFile(path, await encode({ text, siteUrl, trims: false }), siteUrl));
}

/** One that fails is rendered for each request, and keeps no page from being published. */
async function addLetter(files: StaticFiles, siteUrl: string, state: ContentState, path: string) {
  try {
    const text = await renderPage(path, state);
    const { sources, ...encoded } = await encode({ text, siteUrl, trims: true });
    const policy = withContent(state, () => documentPolicy(sources));
    addPage(files, path, { encoded, policy, siteUrl });
  } catch (error) {
    log.error({ err: error, path }, "newsletter page cannot be made");
  }
}

const brandDrawings = ["/favicon.svg", "/brand/wordmark-light.svg", "/brand/wordmark-dark.svg"];

/** The brand's drawings of the build in the site's colours, and icons of the owner's symbol. */
async function addDrawings(files: StaticFiles, siteUrl: string, state: ContentState) {
  const { palette, logo } = state.content.site;
  const drawings = new Map<string, string>();
  if (paletteStyles(palette) !== "")
    for (const path of brandDrawings) {
      const drawn = await readFile(join(root, "build/client", path), "utf8");
      drawings.set(path, inPalette(drawn, palette));
    }
  const bytesOf = ({ name }: PictureValue, file: PictureFileKey) => {
    const found = files.get(mediaPath(name, file));
    return found && "identity" in found ? Buffer.from(found.identity.body) : null;
  };
  const drawingOf = (picture: PictureValue) => {
    const upload = state.content.uploads[picture.name];
    return upload ? bytesOf(picture, { width: upload.width, format: "webp" }) : null;
  };
  const symbol = drawingOf(logo.symbol);
  if (symbol) drawings.set("/favicon.svg", favicon(symbol, drawingOf(logo.symbolDark)));
  const icon = bytesOf(logo.symbol, appIcon);
  if (icon) files.set(appIconPath, prepareFile(appIconPath, { identity: icon }, siteUrl));
  for (const [path, text] of drawings)
    files.set(path, prepareFile(path, await encode({ text, siteUrl, trims: false }), siteUrl));
}

const appIconPath = "/apple-touch-icon.png";

/** Where there is no drawing for a dark browser, the same with its lightness turned round. */
function favicon(light: Buffer, dark: Buffer | null): string {
  const image = (bytes: Buffer, attributes: string) =>
    `<image ${attributes} width="32" height="32" href="data:image/webp;base64,${bytes.toString("base64")}"/>`;
  const inDark = (rules: string) => `@media (prefers-color-scheme:dark){${rules}}`;
  const drawn = dark
    ? `<style>.d{display:none}${inDark(".d{display:inline}.l{display:none}")}</style>` +
      image(light, 'class="l"') +
      image(dark, 'class="d"')
    : `<style>${inDark("image{filter:url(#turned)}")}</style>` +
      '<filter id="turned" color-interpolation-filters="sRGB"><feColorMatrix values="' +
      ".574 -1.43 -.144 0 1 -.426 -.43 -.144 0 1 -.426 -1.43 .856 0 1 0 0 0 1 0" +
      `"/></filter>${image(light, "")}`;
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32">${drawn}</svg>`;
}

async function addCv(db: Db, files: StaticFiles, { siteUrl, state }: Omit<Pictures, "known">) {
  if (!state.content.cv || !isShown(pages.director, state.content)) return;
  const bytes = await readCv(db);
  if (!bytes) return;
  const path = href("/cv.pdf");
  const headers = withContent(state, cvHeaders);
  files.set(path, prepareFile(path, { identity: bytes }, siteUrl, undefined, headers));
}

type Pictures = { siteUrl: string; state: ContentState; known: StaticFiles | undefined };

async function addPictures(db: Db, files: StaticFiles, { siteUrl, state, known }: Pictures) {
  for (const [id, { shape, width }] of Object.entries(state.content.uploads)) {
    const paths = filesOf(shape, width).map((file) => mediaPath(id, file));
    const kept = paths.flatMap((path) => known?.get(path) ?? []);
    if (kept.length === paths.length) {
      for (const [at, path] of paths.entries()) files.set(path, kept[at]!);
      continue;
    }
    for (const file of await readPictureFiles(db, id)) {
      const path = mediaPath(id, file);
      files.set(path, prepareFile(path, { identity: file.bytes }, siteUrl));
    }
  }
}

/** In bytes sent. `firstFlight` arrives in the first round trip; `most` is a page's limit. */
const pageBytes = { firstFlight: 14_600, most: 40_000 } as const;

/** `sent`: compressed bytes with headers. `text`: bytes of the page before compression. */
type PageSize = { sent: number; text: number };
type PageSizes = ReadonlyMap<PublicPage["key"], PageSize>;

const none: PageSize = { sent: 0, text: 0 };

const kilobytes = (bytes: number) => `${(bytes / 1000).toFixed(1)} kB`;

export function tooLargePage(sizes: PageSizes): { page: string; message: string } | null {
  const page = possiblePages.find(({ key }) => (sizes.get(key) ?? none).sent > pageBytes.most);
  if (!page) return null;
  const { sent } = sizes.get(page.key)!;
  // Rounded up, so that one byte too many is not shown as 0.
  const [size, over] = [sent, sent - pageBytes.most].map((bytes) => Math.ceil(bytes / 100) * 100);
  const message =
    `The ${page.name} page would be ${kilobytes(size!)}, ${kilobytes(over!)} more than ` +
    `the ${kilobytes(pageBytes.most)} it may be. Shorter texts bring that down.`;
  return { page: page.name, message };
}

/** Compares uncompressed sizes: compressed ones change with the content file's name. */
export function sizeWarnings(before: PageSizes, after: PageSizes): string[] {
  return possiblePages.flatMap(({ key, name }) => {
    const { sent, text } = after.get(key) ?? none;
    if (sent <= pageBytes.firstFlight || text <= (before.get(key) ?? none).text) return [];
    return [
      `The ${name} page is now ${kilobytes(sent)} and opens a little later on a slow connection. ` +
        `Up to ${kilobytes(pageBytes.firstFlight)} arrive at once.`,
    ];
  });
}

/** `trims`: the text is a page whose unused styles are still to be removed. */
export type TextToEncode = { text: string; siteUrl: string; trims: boolean };
export type EncodedText = Required<EncodedFile> & { sources: InlineSources };

const worker = join(root, "app/features/site-publishing/encode-worker.server.ts");

/** Two, since a start waits for all pages and has both cores to itself. */
const encoders = [worker, worker].map((script) => openThread<TextToEncode, EncodedText>(script));
let turns = 0;

type EncodedPages = Map<string, EncodedText>;

/** Of the site shown last, and of the one that is being prepared. */
let kept: EncodedPages | null = null;
let used: EncodedPages = new Map();

/** Another build may encode the same text otherwise. */
const build = hash("sha256", readFileSync(import.meta.filename));

async function encode(text: TextToEncode): Promise<EncodedText> {
  const key = hash("sha256", JSON.stringify([build, text]));
  const encoded = kept?.get(key) ?? (await encoders[turns++ % encoders.length]!(text));
  used.set(key, encoded);
  return encoded;
}

const checksumLength = 32;
const checksumOf = (bytes: Buffer) => hash("sha256", bytes, "buffer");

/** What an earlier process compressed, for which a start waits. */
function readKept(path: string): EncodedPages {
  try {
    const file = readFileSync(path);
    const body = file.subarray(checksumLength);
    if (checksumOf(body).equals(file.subarray(0, checksumLength)))
      return deserialize(body) as EncodedPages;
  } catch {
    // There is none yet, or another version of Node wrote it.
  }
  return new Map();
}

function keep(path: string, encoded: EncodedPages): void {
  const body = serialize(encoded);
  try {
    mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
    // What is half written, or mixed with another process's, does not match its checksum.
    writeFileSync(path, Buffer.concat([checksumOf(body), body]), { mode: 0o600 });
  } catch (error) {
    log.warn({ err: error }, "compressed pages are not kept; the next start takes longer");
  }
}
