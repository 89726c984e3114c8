import { isDeepStrictEqual } from "node:util";
import { eq } from "drizzle-orm";
import { isDocumentName } from "#app/content/documents.ts";
import type { Administrator } from "#app/features/auth/model.ts";
import type { Db } from "#app/server/database/db.server.ts";
import { sitePublications } from "#app/server/database/tables.server.ts";
import { changedMeanwhile, publishWords, type PublishWordsOutcome } from "./commands.server.ts";
import { latestPublication } from "./published.server.ts";
import { readStored, valuesOf } from "./stored.server.ts";

export type PutBackOutcome = PublishWordsOutcome | { ok: false; reason: "not-found" };

/** Publishes what this entry of the history published. A draft still waits. */
export async function putBackWords(
  db: Db,
  by: Administrator,
  publicationId: number,
  now = new Date(),
): Promise<PutBackOutcome> {
  const found = await publicationOf(db, publicationId);
  if (!found) return { ok: false, reason: "not-found" };
  const { name, after } = found;
  const stored = await readStored(db, name);
  const { version } = stored;
  const words = valuesOf(name, after);
  return publishWords(db, by, { name, version, words, stored, undoesId: publicationId }, now);
}

/** Publishes what was public before, unless something else of the document was published since. */
export async function undoPublication(
  db: Db,
  by: Administrator,
  publicationId: number,
  now = new Date(),
): Promise<PutBackOutcome> {
  const found = await publicationOf(db, publicationId);
  if (!found) return { ok: false, reason: "not-found" };
  const { name, before } = found;
  const stored = await readStored(db, name);
  const { version } = stored;
  const latest = await publicationOf(db, await latestPublication(db, name));
  const words = valuesOf(name, before);
  // An entry that put this publication back names it too.
  const isUndone =
    latest?.undoesId === publicationId && isDeepStrictEqual(valuesOf(name, latest.after), words);
  if (latest?.id !== publicationId && !isUndone) return changedMeanwhile(db, by, name);
  return publishWords(db, by, { name, version, words, stored, undoesId: publicationId }, now);
}

async function publicationOf(db: Db, id: number) {
  if (!Number.isSafeInteger(id)) return null;
  const [row] = await db.select().from(sitePublications).where(eq(sitePublications.id, id));
  return row && isDocumentName(row.document) ? { ...row, name: row.document } : null;
}
