import { isDeepStrictEqual } from "node:util";
import { eq, sql } from "drizzle-orm";
import { type DocumentName, siteDocuments } from "#app/content/documents.ts";
import type { ContentField } from "#app/content/fields.ts";
import { documentValues } from "#app/content/merge.ts";
import type { Overrides } from "#app/content/state.server.ts";
import type { Administrator } from "#app/features/auth/model.ts";
import type { Db } from "#app/server/database/db.server.ts";
import { rowsOf } from "#app/server/database/list.server.ts";
import { storedDocuments } from "#app/server/database/tables.server.ts";
import type { WordsValues } from "./words-form.server.ts";

export type StoredDocument = {
  draft: unknown;
  published: unknown;
  version: number;
  updatedAt: Date | null;
  updatedBy: string | null;
};

const none: StoredDocument = {
  draft: null,
  published: null,
  version: 0,
  updatedAt: null,
  updatedBy: null,
};

export async function readStored(db: Db, name: DocumentName): Promise<StoredDocument> {
  const [row] = await db.select().from(storedDocuments).where(eq(storedDocuments.name, name));
  return row ?? none;
}

/** One statement, so that `id` and `overrides` belong together. */
export async function readPublished(db: Db): Promise<{ id: number; overrides: Overrides }> {
  const [row] = await rowsOf<{ id: string; overrides: Overrides | null }>(
    db,
    sql`select (select coalesce(max(id), 0) from site_publications) as id,
      (select jsonb_object_agg(name, published) from site_documents where published is not null)
        as overrides`,
  );
  return { id: Number(row!.id), overrides: row!.overrides ?? {} };
}

export async function loadOverrides(db: Db): Promise<Overrides> {
  return (await readPublished(db)).overrides;
}

/** Returns false if the document no longer has this version. */
export async function writeStored(
  tx: Db,
  by: Administrator,
  name: DocumentName,
  version: number,
  changed: { draft: unknown; published?: unknown },
  now: Date,
): Promise<boolean> {
  const row = { ...changed, version: version + 1, updatedAt: now, updatedBy: by.email };
  const written = await tx
    .insert(storedDocuments)
    .values({ name, ...row })
    .onConflictDoUpdate({
      target: storedDocuments.name,
      set: row,
      setWhere: eq(storedDocuments.version, version),
    })
    .returning({ name: storedDocuments.name });
  return written.length > 0;
}

export function valuesOf(name: DocumentName, stored: unknown): WordsValues {
  return documentValues(siteDocuments[name], stored) as WordsValues;
}

export function toStored(name: DocumentName, values: unknown): unknown {
  return editable(siteDocuments[name], values);
}

/** Null for the defaults. */
export function toPublished(name: DocumentName, values: unknown): unknown {
  const stored = toStored(name, values);
  const defaults = toStored(name, siteDocuments[name].default);
  return isDeepStrictEqual(stored, defaults) ? null : stored;
}

/** False if the draft equals the public words. */
export function hasDraft(name: DocumentName, { draft, published }: StoredDocument): boolean {
  return draft !== null && !isDeepStrictEqual(valuesOf(name, draft), valuesOf(name, published));
}

function editable(field: ContentField, value: unknown): unknown {
  if (field.kind === "list") return (value as unknown[]).map((item) => editable(field.item, item));
  if (field.kind !== "group") return value;
  const entries = Object.entries(field.fields)
    .filter(([, inner]) => inner.kind !== "fixed")
    .map(([name, inner]) => [name, editable(inner, (value as WordsValues)[name])]);
  return Object.fromEntries(entries);
}
