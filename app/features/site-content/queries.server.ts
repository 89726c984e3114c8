import { type DocumentName, documentNames, siteDocuments } from "#app/content/documents.ts";
import type { SiteDocument } from "#app/content/fields.ts";
import { makeContentState, wordsOf } from "#app/content/state.server.ts";
import type { Administrator } from "#app/features/auth/model.ts";
import type { Db } from "#app/server/database/db.server.ts";
import { storedDocuments } from "#app/server/database/tables.server.ts";
import { listUnpriced } from "#app/features/services/gaps.server.ts";
import { type Period, periodStart } from "#app/values/period.ts";
import { sampleFindings } from "./samples.server.ts";
import { withoutKept } from "./kept.server.ts";
import { hasDraft, readStored, type StoredDocument, valuesOf } from "./stored.server.ts";
import { listUnplacedWords } from "./unplaced.server.ts";

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
