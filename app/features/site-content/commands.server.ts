import { isDeepStrictEqual } from "node:util";
import { type DocumentName, siteDocuments } from "#app/content/documents.ts";
import type { Administrator } from "#app/features/auth/model.ts";
import type { Db } from "#app/server/database/db.server.ts";
import type { FieldErrors } from "#app/values/rules.ts";
import { getSiteDocument, type OwnDocument } from "./queries.server.ts";
import {
  readStored,
  type StoredDocument,
  toStored,
  valuesOf,
  writeStored,
} from "./stored.server.ts";
import { checkWords } from "./words-check.ts";
import { wordsContext } from "./words-context.server.ts";

type Refused =
  | { ok: false; reason: "invalid"; errors: FieldErrors }
  /** Somebody else saved or published meanwhile: what stands now. */
  | { ok: false; reason: "changed"; current: OwnDocument };

export type DraftOutcome = { ok: true; version: number } | Refused;

/** `version` is that of the document which the form was opened with. */
type Edit = { version: number; values: unknown };

/** A draft that says what the public reads already is none. */
export async function saveDraft(
  db: Db,
  by: Administrator,
  name: DocumentName,
  { version, values }: Edit,
  now = new Date(),
): Promise<DraftOutcome> {
  const checked = checkWords(siteDocuments[name], values, await wordsContext(db, name, now));
  if (!checked.ok) return { ...checked, reason: "invalid" };
  const stored = await readStored(db, name);
  const words = toStored(name, checked.value);
  const isPublic = isDeepStrictEqual(words, toStored(name, valuesOf(name, stored.published)));
  return writeDraft(db, by, name, { version, draft: isPublic ? null : words, stored }, now);
}

export async function discardWords(
  db: Db,
  by: Administrator,
  name: DocumentName,
  version: number,
  now = new Date(),
): Promise<DraftOutcome> {
  const stored = await readStored(db, name);
  return writeDraft(db, by, name, { version, draft: null, stored }, now);
}

type DraftWrite = { version: number; draft: unknown; stored: StoredDocument };

async function writeDraft(
  db: Db,
  by: Administrator,
  name: DocumentName,
  { version, draft, stored }: DraftWrite,
  now: Date,
): Promise<DraftOutcome> {
  // The same again, perhaps because its answer was lost.
  if (isDeepStrictEqual(stored.draft, draft)) return { ok: true, version: stored.version };
  if (stored.version !== version)
    return { ok: false, reason: "changed", current: await getSiteDocument(db, by, name) };
  const isWritten = await writeStored(db, by, name, version, { draft }, now);
  if (isWritten) return { ok: true, version: version + 1 };
  return writeDraft(db, by, name, { version, draft, stored: await readStored(db, name) }, now);
}
