import { isDeepStrictEqual } from "node:util";
import { eq } from "drizzle-orm";
import { isDocumentName, siteDocuments, type DocumentName } from "#app/content/documents.ts";
import { type ContentField, entryName, type GroupField } from "#app/content/fields.ts";
import { completed, withRenames } from "#app/content/merge.ts";
import type { Administrator, Owner } from "#app/features/auth/model.ts";
import type { Db } from "#app/server/database/db.server.ts";
import { sitePublications } from "#app/server/database/tables.server.ts";
import { changedMeanwhile, publishWords, type PublishWordsOutcome } from "./commands.server.ts";
import { latestPublication } from "./published.server.ts";
import { readStored, valuesOf } from "./stored.server.ts";

type PutBackOutcome = PublishWordsOutcome | { ok: false; reason: "not-found" };

const notFound = { ok: false, reason: "not-found" } as const;

/** Publishes what this history entry published. The draft is kept. */
export async function putBackWords(
  db: Db,
  by: Owner,
  publicationId: number,
  now = new Date(),
): Promise<PutBackOutcome> {
  const found = await findEntry(db, by, publicationId);
  return found ? publishAgain(db, by, found, found.after, now) : notFound;
}

/** Refused if the document was published again since. */
export async function undoPublication(
  db: Db,
  by: Owner,
  publicationId: number,
  now = new Date(),
): Promise<PutBackOutcome> {
  const found = await findEntry(db, by, publicationId);
  if (!found) return notFound;
  const { name, before } = found;
  const latest = await getPublication(db, by, await latestPublication(db, name));
  // An entry that put this publication back has the same `undoesId`.
  const isUndone =
    latest?.undoesId === publicationId &&
    isDeepStrictEqual(valuesOf(name, latest.after), valuesOf(name, before));
  if (latest?.id !== publicationId && !isUndone) return changedMeanwhile(db, by, name);
  return publishAgain(db, by, found, before, now);
}

type Entry = NonNullable<Awaited<ReturnType<typeof findEntry>>>;

/** Read before any decision, so that a later change of the document is refused. */
async function findEntry(db: Db, by: Owner, id: number) {
  const publication = await getPublication(db, by, id);
  return publication && { ...publication, stored: await readStored(db, publication.name) };
}

function publishAgain(
  db: Db,
  by: Owner,
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

export async function getPublication(db: Db, _by: Administrator, id: number) {
  if (!Number.isSafeInteger(id)) return null;
  const [row] = await db.select().from(sitePublications).where(eq(sitePublications.id, id));
  return row && isDocumentName(row.document) ? { ...row, name: row.document } : null;
}

/** `why.points.1.text` becomes `Why work with me › Point 2 › Text`. */
export function fieldLabel(document: GroupField, path: string): string {
  const labels: string[] = [];
  let field: ContentField | undefined = document;
  for (const step of path.split(".")) {
    if (field?.kind === "list") {
      labels.push(entryName(field, Number(step)));
      field = field.item;
    } else if (field?.kind === "group") {
      field = field.fields[step];
      if (field && "label" in field && field.kind !== "list") labels.push(field.label);
    }
  }
  return labels.join(" › ");
}

const mostNamed = 3;

export function putBackRefusal(
  outcome: Extract<PutBackOutcome, { ok: false }>,
  not: "Not put back" | "Not undone",
  document: DocumentName | null,
): { status: number; message: string; detail?: string } {
  switch (outcome.reason) {
    case "not-found":
      return { status: 404, message: `${not}: the history has no such entry.` };
    case "changed":
      return {
        status: 409,
        message: `${not}: something newer has been published since.`,
        detail: "It's at the top of the history.",
      };
    case "invalid":
      return {
        status: 422,
        message: `${not}: these words no longer fit the site.`,
        detail: Object.entries(outcome.errors)
          .slice(0, mostNamed)
          .map(([path, problem]) =>
            document ? `${fieldLabel(siteDocuments[document], path)}: ${problem}` : problem,
          )
          .join(" "),
      };
    case "page":
      return {
        status: 422,
        message: `${not}: ${outcome.page} could not be made.`,
        detail: outcome.message,
      };
  }
}
