import { setImmediate } from "node:timers/promises";
import type { ContentState } from "#app/content/content.ts";
import { allPages, type PublicPage } from "#app/content/pages.ts";
import { withContent } from "#app/content/state.server.ts";
import { filesOf } from "#app/features/site-pictures/model.ts";
import { mediaPath } from "#app/features/site-pictures/paths.ts";
import { readPictureFiles } from "#app/features/site-pictures/queries.server.ts";
import type { Db } from "#app/server/database/db.server.ts";
import { documentPolicy } from "#app/server/http/security-headers.server.ts";
import {
  addPage,
  bytesOnTheWire,
  prepareFile,
  type StaticFiles,
} from "#app/server/http/static-files.server.ts";
import { encode } from "./encode.server.ts";
import type { PageSize, PageSizes } from "./page-sizes.ts";
import { renderPage, type SiteHost } from "./renderer.server.ts";

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
  { siteUrl, builtPage }: SiteHost,
  { state, isBuilt, known }: { state: ContentState; isBuilt: boolean; known?: StaticFiles },
): Promise<SiteFiles> {
  const files: StaticFiles = new Map();
  const sizes = new Map() as Map<PublicPage["key"], PageSize>;
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
    for (const page of allPages) {
      const text = await naming(page, async () => textOf(page));
      begin(naming(page, () => encodeAndAdd(page, text)));
      // Lets requests be answered between two pages.
      await setImmediate();
    }
    await Promise.all(encoding);
  } finally {
    // After a failure, pending work would delay the next try in the thread's queue.
    await Promise.allSettled(encoding);
  }
  return { files, sizes };
}

async function naming<T>(page: PublicPage, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw new PageError(page, error);
  }
}

async function addContent(files: StaticFiles, siteUrl: string, { content, url }: ContentState) {
  const encoded = await encode({ text: JSON.stringify(content), siteUrl, trims: false });
  files.set(url, prepareFile(url, encoded, siteUrl));
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
    for (const file of await readPictureFiles(db, [id])) {
      const path = mediaPath(id, file);
      files.set(path, prepareFile(path, { identity: file.bytes }, siteUrl));
    }
  }
}
