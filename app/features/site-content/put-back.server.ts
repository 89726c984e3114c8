import { isDeepStrictEqual } from "node:util";
import { eq } from "drizzle-orm";
import { isDocumentName, siteDocuments } from "#app/content/documents.ts";
import { completed, withRenames } from "#app/content/merge.ts";
import type { Administrator } from "#app/features/auth/model.ts";
import type { Db } from "#app/server/database/db.server.ts";
import { sitePublications } from "#app/server/database/tables.server.ts";
import { changedMeanwhile, publishWords, type PublishWordsOutcome } from "./commands.server.ts";
import { latestPublication } from "./published.server.ts";
import { readStored, valuesOf } from "./stored.server.ts";

export type PutBackOutcome = PublishWordsOutcome | { ok: false; reason: "not-found" };

const notFound = { ok: false, reason: "not-found" } as const;

/** Publishes what this history entry published. The draft is kept. */
export async function putBackWords(
  db: Db,
  by: Administrator,
  publicationId: number,
  now = new Date(),
): Promise<PutBackOutcome> {
  const found = await findEntry(db, publicationId);
  return found ? publishAgain(db, by, found, found.after, now) : notFound;
}

/** Refused if the document was published again since. */
export async function undoPublication(
  db: Db,
  by: Administrator,
  publicationId: number,
  now = new Date(),
): Promise<PutBackOutcome> {
  const found = await findEntry(db, publicationId);
  if (!found) return notFound;
  const { name, before } = found;
  const latest = await publicationOf(db, await latestPublication(db, name));
  // An entry that put this publication back has the same `undoesId`.
  const isUndone =
    latest?.undoesId === publicationId &&
    isDeepStrictEqual(valuesOf(name, latest.after), valuesOf(name, before));
  if (latest?.id !== publicationId && !isUndone) return changedMeanwhile(db, by, name);
  return publishAgain(db, by, found, before, now);
}

type Entry = NonNullable<Awaited<ReturnType<typeof findEntry>>>;

/** Read before any decision, so that a later change of the document is refused. */
async function findEntry(db: Db, id: number) {
  const publication = await publicationOf(db, id);
  return publication && { ...publication, stored: await readStored(db, publication.name) };
}

function publishAgain(
  db: Db,
  by: Administrator,
  { id, name, stored }: Entry,
  published: unknown,
  now: Date,
): Promise<PublishWordsOutcome> {
  const [again, current] = [published, stored.published].map((state) =>
    withRenames(siteDocuments[name], state),
  );
  const words = valuesOf(name, completed(again, current));
  return publishWords(db, by, { name, version: stored.version, words, stored, undoesId: id }, now);
}

async function publicationOf(db: Db, id: number) {
  if (!Number.isSafeInteger(id)) return null;
  const [row] = await db.select().from(sitePublications).where(eq(sitePublications.id, id));
  return row && isDocumentName(row.document) ? { ...row, name: row.document } : null;
}
