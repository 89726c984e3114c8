import { isDeepStrictEqual } from "node:util";
import { and, desc, eq, gte, inArray, sql } from "drizzle-orm";
import { type DocumentName, siteDocuments, isDocumentName } from "#app/content/documents.ts";
import { recordActivity } from "#app/features/audit/record.server.ts";
import type { Owner, Administrator } from "#app/features/auth/model.ts";
import { offeredPrices, priceNews } from "#app/features/services/queries.server.ts";
import type { Db } from "#app/server/database/db.server.ts";
import {
  auditEntries,
  pictures,
  storedDocuments,
  sitePublications,
} from "#app/server/database/tables.server.ts";
import { melbourneDay, startOfDay } from "#app/values/calendar.ts";
import type { FieldErrors } from "#app/values/rules.ts";
import { type ContentField, entryName, type GroupField } from "#app/content/fields.ts";
import { completed, withRenames } from "#app/content/merge.ts";
import { lockPublications, publish, type PublishOutcome } from "./publish.server.ts";
import {
  getSiteDocument,
  type OwnDocument,
  readStored,
  type StoredDocument,
  toPublished,
  toStored,
  valuesOf,
  writeStored,
} from "#app/features/site-content/queries.server.ts";
import { checkWords, wordsContext } from "#app/features/site-content/words-form.server.ts";
import { latestPublication } from "./published.server.ts";

type Refused =
  | { ok: false; reason: "invalid"; errors: FieldErrors }
  /** Somebody else saved or published meanwhile; `current` is the result. */
  | { ok: false; reason: "changed"; current: OwnDocument };

type DraftOutcome = { ok: true; version: number } | Refused;

type Edit = { version: number; values: unknown };

/** Stores no draft if the values equal the public ones. */
export async function saveDraft(
  db: Db,
  by: Owner,
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
  by: Owner,
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
  by: Owner,
  name: DocumentName,
  { version, draft, stored }: DraftWrite,
  now: Date,
): Promise<DraftOutcome> {
  // A repeated save, perhaps because the first answer was lost.
  if (isDeepStrictEqual(stored.draft, draft)) return { ok: true, version: stored.version };
  if (stored.version !== version) return changedMeanwhile(db, by, name);
  const isWritten = await db.transaction(async (tx) => {
    const written = await writeStored(tx, by, name, version, { draft }, now);
    if (written) await recordDraft(tx, by, name, draft, now);
    return written;
  });
  if (isWritten) return { ok: true, version: version + 1 };
  return writeDraft(db, by, name, { version, draft, stored: await readStored(db, name) }, now);
}

/** At most one entry a day, however often the draft is saved. */
async function recordDraft(
  tx: Db,
  { email: actor }: Owner,
  name: DocumentName,
  draft: unknown,
  now: Date,
): Promise<void> {
  const action = draft === null ? "discarded the draft of" : "saved a draft of";
  const { label } = siteDocuments[name];
  const today = and(
    gte(auditEntries.at, startOfDay(melbourneDay(now))),
    eq(auditEntries.subjectKind, "words"),
    eq(auditEntries.label, label),
  );
  const [latest] = await tx
    .select()
    .from(auditEntries)
    .where(today)
    .orderBy(desc(auditEntries.id))
    .limit(1);
  if (latest?.action === action && latest.actor === actor) return;
  await recordActivity(tx, { actor, action, subject: { kind: "words", label } }, now);
}

async function changedMeanwhile(db: Db, by: Owner, name: DocumentName) {
  const current = await getSiteDocument(db, by, name);
  return { ok: false, reason: "changed", current } as const;
}

type PublishWordsOutcome =
  | { ok: true; isNew: true; publicationId: number; version: number; warnings: string[] }
  | { ok: true; isNew: false; version: number }
  | Refused
  | Extract<PublishOutcome, { reason: "page" }>;

export async function publishDocument(
  db: Db,
  by: Owner,
  name: DocumentName,
  { version, values }: Edit,
  now = new Date(),
): Promise<PublishWordsOutcome> {
  const stored = await readStored(db, name);
  return publishWords(db, by, { name, version, words: values, stored }, now);
}

type Wanted = {
  name: DocumentName;
  version: number;
  words: unknown;
  stored: StoredDocument;
  /** The publication that is put back or undone. */
  undoesId?: number;
};

async function publishWords(
  db: Db,
  by: Owner,
  { name, version, words, stored, ...undoes }: Wanted,
  now: Date,
): Promise<PublishWordsOutcome> {
  const checked = checkWords(siteDocuments[name], words, await wordsContext(db, name, now));
  if (!checked.ok) return { ...checked, reason: "invalid" };
  const after = toPublished(name, checked.value);
  const isPublic = isDeepStrictEqual(after, toPublished(name, valuesOf(name, stored.published)));
  const isStale = stored.version !== version;
  if (isPublic && !isStale) {
    if (undoes.undoesId !== undefined) return { ok: true, isNew: false, version };
    // The draft equals the public words, so it is discarded.
    const discarded = await writeDraft(db, by, name, { version, draft: null, stored }, now);
    return discarded.ok ? { ...discarded, isNew: false } : discarded;
  }
  const offered = name === "prices" ? await offeredPrices(db) : null;
  const outcome = await publish(db, by, { document: name, version, after, ...undoes }, now);
  if (offered && outcome.ok) outcome.warnings.push(...priceNews(offered, await offeredPrices(db)));
  const next = isStale ? stored.version : version + 1;
  if (outcome.ok && outcome.publicationId > 0) return { ...outcome, isNew: true, version: next };
  if (outcome.ok) return { ok: true, isNew: false, version: next };
  return outcome.reason === "changed" ? changedMeanwhile(db, by, name) : outcome;
}

/** `not-found` also after a second click; `usedIn` are the documents that show it. */
type DeleteOutcome = "deleted" | "not-found" | { usedIn: string[] };

/** Deletes a photograph and its crops for good, also from the history; refuses while a document or draft shows one. */
export function deletePicture(
  db: Db,
  by: Owner,
  id: string,
  now = new Date(),
): Promise<DeleteOutcome> {
  return db.transaction(async (tx) => {
    // No publication can start to use the picture meanwhile.
    await lockPublications(tx);
    const { id: pictureId, fileName, original } = pictures;
    const photograph = tx.select({ original }).from(pictures).where(eq(pictureId, id));
    const crops = await tx
      .select({ id: pictureId, fileName })
      .from(pictures)
      .where(inArray(original, photograph));
    const asked = crops.find((crop) => crop.id === id);
    if (!asked) return "not-found";
    const ids = crops.map((crop) => crop.id);
    const { name, draft, published } = storedDocuments;
    const said = sql<string>`concat(${draft}::text, ${published}::text)`;
    const documents = await tx.select({ name, said }).from(storedDocuments);
    const using = documents.filter((document) => ids.some((crop) => document.said.includes(crop)));
    if (using.length > 0) return { usedIn: using.map((document) => document.name) };
    await tx.delete(pictures).where(inArray(pictureId, ids));
    const subject = { kind: "picture", id, label: asked.fileName } as const;
    await recordActivity(tx, { actor: by.email, action: "deleted", subject }, now);
    return "deleted";
  });
}

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
