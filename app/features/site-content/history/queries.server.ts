import { isDeepStrictEqual } from "node:util";
import { and, desc, eq, inArray, lt, max } from "drizzle-orm";
import { documentNames, isDocumentName, siteDocuments } from "#app/content/documents.ts";
import type { SiteDocument } from "#app/content/fields.ts";
import { documentValues } from "#app/content/merge.ts";
import type { Administrator } from "#app/features/auth/model.ts";
import { smallPath } from "#app/features/site-pictures/model.ts";
import { uploadsOf } from "#app/features/site-pictures/queries.server.ts";
import type { Db } from "#app/server/database/db.server.ts";
import { readPage } from "#app/server/database/list.server.ts";
import { sitePublications } from "#app/server/database/tables.server.ts";
import type { ListQuery, ListShape } from "#app/ui/admin/list-query.ts";
import { drawings } from "#app/features/site-content/samples.server.ts";
import { picturesIn } from "#app/features/site-content/published.server.ts";
import { lostValues } from "#app/features/site-content/unplaced.server.ts";
import { changesBetween, type ShownPicture, type WordChange } from "./changes.server.ts";

export type PublicationEntry = {
  id: number;
  document: string;
  /** The stored name if the document no longer exists. */
  label: string;
  at: Date;
  by: string;
  /** `to` is when the restored words were published; null for the original defaults. */
  putBack: { to: Date | null } | null;
  changes: readonly WordChange[];
  isKnown: boolean;
  isPublic: boolean;
  /** Fields of that state that the document no longer has. */
  lost: readonly string[];
  missingPictures: readonly string[];
};

type StoredPublication = typeof sitePublications.$inferSelect;

export const documentLabels = (): Record<string, string> =>
  Object.fromEntries(documentNames.map((name) => [name, siteDocuments[name].label]));

export const historyList: ListShape = {
  sorts: {},
  sort: "-id",
  filters: { document: { label: "Page", of: documentLabels() } },
};

export async function listPublications(db: Db, _by: Administrator, list: ListQuery) {
  const { document } = list.filters;
  const source = {
    table: sitePublications,
    sorts: { id: sitePublications.id },
    id: sitePublications.id,
  };
  const condition = document ? eq(sitePublications.document, document) : undefined;
  const { rows, ...page } = await readPage<StoredPublication>(db, source, list, [condition]);
  return { ...page, rows: await entriesOf(db, rows) };
}

const mostLost = 5;

async function entriesOf(db: Db, rows: readonly StoredPublication[]): Promise<PublicationEntry[]> {
  const states = rows.map((row) => statesOf(row));
  const named = states.flatMap(({ pictures }) => pictures.map(({ name }) => name));
  const uploads = await uploadsOf(db, [...new Set(named)]);
  const latest = await latestOf(db, rows);
  const putBacks = await putBacksOf(db, rows);
  return rows.map((row, index) => {
    const { document, before, after } = states[index]!;
    const srcOf = (name: string) => {
      const uploaded = Object.hasOwn(uploads, name) ? uploads[name] : null;
      if (uploaded) return smallPath(name, uploaded.shape, uploaded.width);
      return drawings.get(name)?.src ?? null;
    };
    const entry = {
      id: row.id,
      document: row.document,
      label: document?.label ?? row.document,
      at: row.at,
      by: row.actor,
      putBack: putBacks.get(row.id) ?? null,
      isKnown: document !== null,
      isPublic: latest.get(row.document) === row.id,
    };
    if (!document) return { ...entry, changes: [], lost: [], missingPictures: [] };
    const withSrc = (picture: ShownPicture) => ({ ...picture, src: srcOf(picture.name) });
    const changes = changesBetween(document, before, after).map((change) =>
      change.kind === "picture"
        ? { ...change, before: withSrc(change.before), after: withSrc(change.after) }
        : change,
    );
    const lost = lostValues(document, row.after).map(({ labels }) => labels.join(" › "));
    const missing = picturesIn(document, after).filter(({ name }) => srcOf(name) === null);
    const missingPictures = missing.map(({ label }) => label);
    return { ...entry, changes, lost: lost.slice(0, mostLost), missingPictures };
  });
}

function statesOf(row: StoredPublication) {
  const document: SiteDocument | null = isDocumentName(row.document)
    ? siteDocuments[row.document]
    : null;
  if (!document) return { document, before: null, after: null, pictures: [] };
  const before = documentValues(document, row.before);
  const after = documentValues(document, row.after);
  return {
    document,
    before,
    after,
    pictures: [...picturesIn(document, before), ...picturesIn(document, after)],
  };
}

async function latestOf(db: Db, rows: readonly StoredPublication[]): Promise<Map<string, number>> {
  const names = [...new Set(rows.map(({ document }) => document))];
  if (names.length === 0) return new Map();
  const newest = await db
    .select({ document: sitePublications.document, id: max(sitePublications.id) })
    .from(sitePublications)
    .where(inArray(sitePublications.document, names))
    .groupBy(sitePublications.document);
  return new Map(newest.map(({ document, id }) => [document, id!]));
}

/** By entry id: when the restored words were published; null for the original defaults. */
async function putBacksOf(
  db: Db,
  rows: readonly StoredPublication[],
): Promise<Map<number, { to: Date | null }>> {
  const found = new Map<number, { to: Date | null }>();
  const ids = rows.flatMap(({ undoesId }) => (undoesId === null ? [] : [undoesId]));
  if (ids.length === 0) return found;
  const sources = await db
    .select()
    .from(sitePublications)
    .where(inArray(sitePublications.id, [...new Set(ids)]));
  for (const row of rows) {
    const source = sources.find(({ id }) => id === row.undoesId);
    if (!source) continue;
    // Put back names the entry it restores; Undo names the entry it takes back.
    const isBroughtBack = isDeepStrictEqual(statesOf(row).after, statesOf(source).after);
    found.set(row.id, { to: isBroughtBack ? source.at : await publishedBefore(db, source) });
  }
  return found;
}

async function publishedBefore(db: Db, { document, id }: StoredPublication): Promise<Date | null> {
  const [earlier] = await db
    .select({ at: sitePublications.at })
    .from(sitePublications)
    .where(and(eq(sitePublications.document, document), lt(sitePublications.id, id)))
    .orderBy(desc(sitePublications.id))
    .limit(1);
  return earlier?.at ?? null;
}
