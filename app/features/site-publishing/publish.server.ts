import { isDeepStrictEqual } from "node:util";
import { sql } from "drizzle-orm";
import { type DocumentName, siteDocuments } from "#app/content/documents.ts";
import type { Overrides } from "#app/content/state.server.ts";
import { documentValues } from "#app/content/merge.ts";
import { recordActivity } from "#app/features/audit/record.server.ts";
import type { Owner } from "#app/features/auth/model.ts";
import { uploadsOf } from "#app/features/site-pictures/queries.server.ts";
import type { Db } from "#app/server/database/db.server.ts";
import { sitePublications } from "#app/server/database/tables.server.ts";
import { log } from "#app/server/log.server.ts";
import { cutCharacters, oneLine, isUuid } from "#app/values/text.ts";
import {
  catchUp,
  inTurn,
  latestPublication,
  makeSite,
  type PublishedSite,
  showSite,
  withDocument,
  picturesIn,
} from "./published.server.ts";
import { PageError, sizeWarnings, tooLargePage } from "./site-files.server.ts";
import {
  readStored,
  type StoredDocument,
  writeStored,
} from "#app/features/site-content/queries.server.ts";

/** `after` is null for the defaults; `version` is the one the owner saw. */
export type Publication = {
  document: DocumentName;
  version: number;
  after: unknown;
  undoesId?: number;
  keepsDraft?: boolean;
};

/** `publicationId` is the document's latest; 0 if only its defaults were ever public. */
export type PublishOutcome =
  | { ok: true; publicationId: number; warnings: string[] }
  | { ok: false; reason: "changed" }
  | { ok: false; reason: "page"; page: string; message: string };

/** Blocks other publications and picture deletions until the transaction ends. */
export async function lockPublications(tx: Db): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(7240035)`);
}

/** Another process has published meanwhile. */
class Overtaken extends Error {}
const mostAttempts = 5;

/** On return all pages of this process show `after`; other processes follow some seconds later. */
export function publish(
  db: Db,
  by: Owner,
  publication: Publication,
  now: Date,
): Promise<PublishOutcome> {
  return inTurn(async () => {
    for (let attempt = 1; ; attempt++) {
      try {
        return await publishOn(await catchUp(db), db, by, publication, now);
      } catch (error) {
        if (!(error instanceof Overtaken) || attempt === mostAttempts) throw error;
      }
    }
  });
}

async function publishOn(
  before: PublishedSite,
  db: Db,
  by: Owner,
  publication: Publication,
  now: Date,
): Promise<PublishOutcome> {
  const { document, after } = publication;
  const stored = await readStored(db, document);
  if (stored.version !== publication.version) return repeatedOrChanged(db, publication, stored);
  if (await lacksPictures(db, document, after)) return missingPicture(document);
  const made = await makePages(db, before, withDocument(before.overrides, document, after));
  if ("ok" in made) return made;
  const id = await store(db, by, publication, before.id, now);
  if (id === "changed") return { ok: false, reason: "changed" };
  if (id === "no-picture") return missingPicture(document);
  showSite({ ...made, id });
  const warnings = sizeWarnings(before.sizes, made.sizes);
  return { ok: true, publicationId: await latestPublication(db, document), warnings };
}

/** A picture may not be ready yet, or may have been deleted since it was chosen. */
async function lacksPictures(db: Db, document: DocumentName, after: unknown): Promise<boolean> {
  const field = siteDocuments[document];
  const used = picturesIn(field, documentValues(field, after)).map(({ name }) => name);
  const uploaded = used.filter(isUuid);
  const ready = await uploadsOf(db, uploaded);
  return uploaded.some((id) => !Object.hasOwn(ready, id));
}

function missingPicture(document: DocumentName): PublishOutcome {
  const page = siteDocuments[document].label;
  const message = `A picture of ${page} isn't ready. Try again in a minute, or choose another.`;
  return { ok: false, reason: "page", page, message };
}

async function makePages(
  db: Db,
  before: PublishedSite,
  overrides: Overrides,
): Promise<PublishedSite | (PublishOutcome & { ok: false })> {
  try {
    const made = await makeSite(db, before.id, overrides);
    const tooLarge = tooLargePage(made.sizes);
    return tooLarge ? { ok: false, reason: "page", ...tooLarge } : made;
  } catch (error) {
    if (!(error instanceof PageError)) throw error;
    log.warn({ err: error, page: error.page.path }, "page cannot be published");
    const { name: page } = error.page;
    return { ok: false, reason: "page", page, message: pageReason(page, error.cause) };
  }
}

/** A repeated click on Publish succeeds if its words are public already. */
async function repeatedOrChanged(
  db: Db,
  { document, after, undoesId }: Publication,
  { draft, published }: StoredDocument,
): Promise<PublishOutcome> {
  const isPublic = isDeepStrictEqual(published, after);
  const isDone = isPublic && (draft === null || undoesId !== undefined);
  if (!isDone) return { ok: false, reason: "changed" };
  return { ok: true, publicationId: await latestPublication(db, document), warnings: [] };
}

/** Returns the current publication's id. Words that are public already create none. */
async function store(
  db: Db,
  by: Owner,
  { document, version, after, undoesId, keepsDraft = undoesId !== undefined }: Publication,
  expectedId: number,
  now: Date,
): Promise<number | "changed" | "no-picture"> {
  return db.transaction(async (tx) => {
    // The pages were made on top of publication `expectedId`, so no other may have come since.
    await lockPublications(tx);
    if ((await latestPublication(tx)) !== expectedId) throw new Overtaken();
    const stored = await readStored(tx, document);
    if (stored.version !== version) return "changed";
    if (await lacksPictures(tx, document, after)) return "no-picture";
    const before = stored.published;
    // Restored words come from the history, so the draft is kept.
    const draft = keepsDraft ? stored.draft : null;
    const changed = { draft, published: after };
    if (!(await writeStored(tx, by, document, version, changed, now))) return "changed";
    if (isDeepStrictEqual(before, after)) return expectedId;
    const [publication] = await tx
      .insert(sitePublications)
      .values({ document, at: now, actor: by.email, before, after, undoesId })
      .returning({ id: sitePublications.id });
    const action = undoesId === undefined ? "published" : "put back";
    const subject = { kind: "words" as const, label: siteDocuments[document].label };
    await recordActivity(tx, { actor: by.email, action, subject }, now);
    return publication!.id;
  });
}

const longest = 200;

/** Server paths, source files and database statements: the message must not show them. */
const inside = [
  /(?<![\w/])[\\/][^\s\\/]+[\\/]/,
  /\b[A-Za-z]:[\\/](?!\/)/,
  /\bfile:/,
  /\.[cm]?[jt]sx?\b/,
  /^Failed query/,
];

export function pageReason(page: string, error: unknown): string {
  const message = error instanceof Error ? error.message : String(error);
  const [said = ""] = message.trim().split(/\n\s*at\s/, 1);
  const line = cutCharacters(oneLine(said), longest).replace(/[\s.]+$/, "");
  const isTold = line !== "" && !inside.some((pattern) => pattern.test(line));
  const why = isTold ? `: ${line}.` : ". The server's log says why.";
  return `The ${page} page can't be made with these words${why} Nothing was published.`;
}
