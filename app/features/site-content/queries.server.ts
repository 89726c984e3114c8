import { type DocumentName, documentNames, siteDocuments } from "#app/content/documents.ts";
import type { SiteDocument, ContentField } from "#app/content/fields.ts";
import { makeContentState, wordsOf, type Overrides } from "#app/content/state.server.ts";
import type { Administrator, Owner } from "#app/features/auth/model.ts";
import type { Db } from "#app/server/database/db.server.ts";
import { storedDocuments, cvDocument, siteSetup } from "#app/server/database/tables.server.ts";
import { listUnpriced } from "#app/features/services/queries.server.ts";
import { type Period, periodStart } from "#app/values/period.ts";
import { sql, eq } from "drizzle-orm";
import { recordActivity } from "#app/features/audit/record.server.ts";
import { isDeepStrictEqual } from "node:util";
import { documentValues } from "#app/content/merge.ts";
import { rowsOf } from "#app/server/database/list.server.ts";
import { sampleFindings, type SampleFinding } from "./samples.server.ts";
import { listUnplacedWords } from "./unplaced.server.ts";
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
function hasDraft(name: DocumentName, { draft, published }: StoredDocument): boolean {
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

const nameOf = ({ document, path }: SampleFinding) => `${document}.${path}`;

/** What names people, addresses or a business that are nobody's stays a sample. */
export function mayBeKept({ document, path, value, picture }: SampleFinding): boolean {
  if (document === "testimonials" || picture === "share" || value.includes(".example"))
    return false;
  return document !== "site" || /^(replyTime|newsletter)\b/.test(path);
}

/** The samples that the owner hasn't made her own. Another sample in the same field is one again. */
export async function withoutKept(
  db: Db,
  found: readonly SampleFinding[],
): Promise<SampleFinding[]> {
  const [row] = await db.select({ kept: siteSetup.kept }).from(siteSetup);
  return found.filter((one) => row?.kept[nameOf(one)] !== one.value);
}

export async function listPublicSamples(db: Db, _by?: Administrator): Promise<SampleFinding[]> {
  const found = await withoutKept(db, sampleFindings(wordsOf(await loadOverrides(db))));
  // Nobody sees the link while there is a document.
  const hasCv = (await db.$count(cvDocument)) > 0;
  return found.filter((one) => !hasCv || nameOf(one) !== "site.links.cv");
}

/** Returns how many were kept: the public words, or the pictures, of one document. */
export function keepSamples(
  db: Db,
  by: Owner,
  document: DocumentName,
  what: "words" | "pictures",
  now = new Date(),
): Promise<number> {
  return db.transaction(async (tx) => {
    const isPicture = what === "pictures";
    const found = (await listPublicSamples(tx, by)).filter(
      (one) => one.document === document && (one.picture !== null) === isPicture && mayBeKept(one),
    );
    if (found.length === 0) return 0;
    const kept = Object.fromEntries(found.map((one) => [nameOf(one), one.value]));
    await tx
      .insert(siteSetup)
      .values({ kept })
      .onConflictDoUpdate({
        target: siteSetup.id,
        // Merged by the database: another page may be kept at the same time.
        set: { kept: sql`${siteSetup.kept} || excluded.kept` },
      });
    const subject = { kind: "words", label: siteDocuments[document].label } as const;
    const action = `kept the sample ${what} among the`;
    await recordActivity(tx, { actor: by.email, action, subject }, now);
    return found.length;
  });
}

export type OwnDocument = Awaited<ReturnType<typeof getSiteDocument>>;

export async function getSiteDocument(db: Db, _by: Administrator, name: DocumentName) {
  const stored = await readStored(db, name);
  const { draft, published, version } = stored;
  return {
    name,
    document: siteDocuments[name] as SiteDocument,
    values: valuesOf(name, draft ?? published),
    published: valuesOf(name, published),
    hasDraft: hasDraft(name, stored),
    /** The public values differ from the defaults. */
    isEdited: published !== null,
    version,
    edited: editedBy(stored),
  };
}

const editedBy = ({ updatedAt, updatedBy }: Pick<StoredDocument, "updatedAt" | "updatedBy">) =>
  updatedAt && updatedBy ? { at: updatedAt, by: updatedBy } : null;

const sharedDocuments: ReadonlySet<DocumentName> = new Set([
  "site",
  "prices",
  "testimonials",
  "titles",
  "visibility",
]);

export type SiteCard = Awaited<ReturnType<typeof listSiteDocuments>>[number];

export async function listSiteDocuments(db: Db, _by: Administrator) {
  const rows = new Map((await db.select().from(storedDocuments)).map((row) => [row.name, row]));
  const overrides = Object.fromEntries([...rows].map(([name, row]) => [name, row.published]));
  const words = wordsOf(overrides);
  const findings = await withoutKept(db, sampleFindings(words));
  const { hidden } = makeContentState(overrides).content;
  const isHidden = (name: DocumentName) =>
    siteDocuments[name].pages.every((key) => hidden.includes(key));
  // Not hidden by her: it waits for something to show.
  const waits = (name: DocumentName) => name === "whatsOn" && words.visibility.pages.whatsOn;
  const countIn = (name: DocumentName, isFigure: boolean) =>
    findings.filter(({ document, mayBeMeant }) => document === name && mayBeMeant === isFigure)
      .length;
  return documentNames.map((name) => {
    const row = rows.get(name);
    const published = row?.published ? ("edited" as const) : ("default" as const);
    return {
      name,
      label: siteDocuments[name].label,
      /** False for a document that several pages show. */
      isPage: !sharedDocuments.has(name),
      hidden: isHidden(name) && (waits(name) ? "Shows once it has a date" : "Hidden"),
      state: row && hasDraft(name, row) ? ("draft" as const) : published,
      edited: row ? editedBy(row) : null,
      samples: countIn(name, false),
      toCheck: countIn(name, true),
    };
  });
}

/** A newer draft is probably still being worked on. */
const draftRest = { days: 1 } as const satisfies Period;

export type SiteNotesProps = Awaited<ReturnType<typeof getSiteNotes>>;

export async function getSiteNotes(db: Db, by: Administrator, now: Date) {
  const documents = await listSiteDocuments(db, by);
  const since = periodStart(draftRest, now);
  return {
    unplaced: await listUnplacedWords(db, by),
    unpriced: await listUnpriced(db),
    drafts: documents.flatMap(({ name, label, state, edited }) =>
      state === "draft" && edited && edited.at <= since ? [{ name, label, at: edited.at }] : [],
    ),
    samples: documents.reduce((sum, { samples }) => sum + samples, 0),
  };
}
