import { isDeepStrictEqual } from "node:util";
import { and, desc, eq, inArray, lt, max } from "drizzle-orm";
import { documentNames, isDocumentName, siteDocuments } from "#app/content/documents.ts";
import {
  type SiteDocument,
  type ContentField,
  entryName,
  type GroupField,
  isLeaf,
  type LeafField,
  type ListField,
  type PictureValue,
  placesIn,
} from "#app/content/fields.ts";
import { documentValues } from "#app/content/merge.ts";
import type { Administrator } from "#app/features/auth/model.ts";
import { smallPath } from "#app/features/site-pictures/model.ts";
import { uploadsOf } from "#app/features/site-pictures/queries.server.ts";
import type { Db } from "#app/server/database/db.server.ts";
import { readPage } from "#app/server/database/list.server.ts";
import { sitePublications } from "#app/server/database/tables.server.ts";
import type { ListQuery, ListShape } from "#app/ui/admin/list-query.ts";
import { drawings } from "#app/features/site-content/samples.server.ts";
import { picturesIn } from "./published.server.ts";
import { lostValues } from "#app/features/site-content/unplaced.server.ts";
import { diffWords } from "diff";
import { withFillInNames } from "#app/features/site-content/field-text.ts";
import { kindOf } from "#app/features/site-content/field-kinds.server.ts";

export type DiffPart = { kind: "same" | "removed" | "added"; text: string };

/** `src` is null if the picture has been deleted. */
export type ShownPicture = PictureValue & { src: string | null };

/** `label` is the field's place: `Why work with me › Point 2 › Text`. */
export type WordChange =
  | { kind: "text"; label: string; parts: readonly DiffPart[] }
  | { kind: "picture"; label: string; before: ShownPicture; after: ShownPicture }
  | { kind: "moved"; label: string; from: number; to: number };

export function changesBetween(document: GroupField, before: unknown, after: unknown) {
  return groupChanges(document, before, after, []);
}

function groupChanges(
  { fields }: GroupField,
  before: unknown,
  after: unknown,
  labels: readonly string[],
): WordChange[] {
  return Object.entries(fields).flatMap(([name, field]) => {
    if (field.kind === "fixed") return [];
    const of = (whole: unknown) => (whole as Record<string, unknown>)[name];
    return fieldChanges(field, of(before), of(after), [...labels, field.label]);
  });
}

function fieldChanges(
  field: Exclude<ContentField, { kind: "fixed" }>,
  before: unknown,
  after: unknown,
  labels: readonly string[],
): WordChange[] {
  if (field.kind === "group") return groupChanges(field, before, after, labels);
  if (field.kind === "list")
    return listChanges(field, before as unknown[], after as unknown[], labels);
  if (isSame(before, after)) return [];
  const label = labels.join(" › ");
  if (field.kind === "picture")
    return [{ kind: "picture", label, before: shown(before), after: shown(after) }];
  const [was, is] = [said(field, before), said(field, after)];
  const parts = field.kind === "text" ? wordsDiff(was, is) : wholeDiff(was, is);
  return [{ kind: "text", label, parts }];
}

function listChanges(
  field: ListField,
  before: readonly unknown[],
  after: readonly unknown[],
  labels: readonly string[],
): WordChange[] {
  const { item } = field;
  const { pairs, added, removed, moved } = matchEntries(before, after, (entry) =>
    sayEntry(item, entry),
  );
  const place = (index: number) => [...labels.slice(0, -1), entryName(field, index)];
  const entryChange = (kind: "added" | "removed", entry: unknown, index: number): WordChange => ({
    kind: "text",
    label: place(index).join(" › "),
    parts: [{ kind, text: sayEntry(item, entry) }],
  });
  return [
    ...removed.map((index) => entryChange("removed", before[index], index)),
    ...after.flatMap((entry, index): WordChange[] => {
      if (added.includes(index)) return [entryChange("added", entry, index)];
      const earlier = pairs.get(index)!;
      const label = place(index).join(" › ");
      const move: WordChange[] = moved.has(index)
        ? [{ kind: "moved", label, from: earlier + 1, to: index + 1 }]
        : [];
      return [...move, ...fieldChanges(item, before[earlier], entry, place(index))];
    }),
  ];
}

/** `src` is null here: the caller finds the file. */
function shown(value: unknown) {
  const { name, alt } = value as PictureValue;
  return { name, alt: withFillInNames(alt), src: null };
}

const isSame = (before: unknown, after: unknown) =>
  JSON.stringify(before) === JSON.stringify(after);

const sayEntry = (field: ContentField, value: unknown) =>
  placesIn(field, [value])
    .flatMap(({ field: part, values: [held] }) => (isLeaf(part) ? said(part, held) : []))
    .filter(Boolean)
    .join(" · ");

const said = (field: LeafField, value: unknown) =>
  value === null || value === undefined || value === "" ? "" : kindOf(field).say(value);

type Matches = {
  /** From an entry's position after to its position before. */
  pairs: ReadonlyMap<number, number>;
  added: readonly number[];
  removed: readonly number[];
  /** Positions after. */
  moved: ReadonlySet<number>;
};

/** Pairs equal entries first, then those that share most of their words. */
function matchEntries(
  before: readonly unknown[],
  after: readonly unknown[],
  say: (entry: unknown) => string,
): Matches {
  const pairs = new Map<number, number>();
  const left = new Map(before.map((entry, index) => [index, JSON.stringify(entry)]));
  const pair = (at: number, earlier: number) => {
    pairs.set(at, earlier);
    left.delete(earlier);
  };
  for (const [at, entry] of after.entries()) {
    const key = JSON.stringify(entry);
    const equal = left.get(at) === key ? at : [...left].find(([, other]) => other === key)?.[0];
    if (equal !== undefined) pair(at, equal);
  }
  for (const [at, entry] of after.entries()) {
    if (pairs.has(at)) continue;
    const words = wordsOf(say(entry));
    const likest = [...left.keys()]
      .map((earlier) => ({ earlier, share: shareOf(words, wordsOf(say(before[earlier]))) }))
      .toSorted((a, b) => b.share - a.share)[0];
    if (likest && likest.share >= leastShare) pair(at, likest.earlier);
  }
  return {
    pairs,
    added: [...after.keys()].filter((at) => !pairs.has(at)),
    removed: [...left.keys()],
    moved: movedOf(pairs),
  };
}

const leastShare = 0.4;

const wordsOf = (text: string) => new Set(text.toLowerCase().match(/[\p{L}\p{N}.]+/gu));

function shareOf(words: ReadonlySet<string>, others: ReadonlySet<string>): number {
  const shared = [...words].filter((word) => others.has(word)).length;
  return shared / Math.max(1, words.size + others.size - shared);
}

/** All but the longest run that kept its order, so that few entries count as moved. */
function movedOf(pairs: ReadonlyMap<number, number>): Set<number> {
  const inOrder = [...pairs].toSorted(([a], [b]) => a - b);
  const runs: number[][] = [];
  for (const [at, earlier] of inOrder) {
    const longest = runs
      .filter((run) => pairs.get(run.at(-1)!)! < earlier)
      .reduce<number[]>((best, run) => (run.length > best.length ? run : best), []);
    runs.push([...longest, at]);
  }
  const kept = runs.reduce<number[]>((best, run) => (run.length > best.length ? run : best), []);
  return new Set(inOrder.map(([at]) => at).filter((at) => !kept.includes(at)));
}

/** Other programs may send texts of any length; past this they are shown whole, side by side. */
const mostEdits = 2_000;

export function wordsDiff(before: string, after: string): DiffPart[] {
  const found = diffWords(before, after, { maxEditLength: mostEdits });
  const parts = found
    ? found.map(({ value, added, removed }): DiffPart => ({
        kind: added ? "added" : removed ? "removed" : "same",
        text: value,
      }))
    : wholeDiff(before, after);
  return parts.map((part, index) =>
    part.kind === "same"
      ? { ...part, text: shortened(part.text, index === 0, index === parts.length - 1) }
      : part,
  );
}

/** For values such as prices, where a partial difference means nothing. */
function wholeDiff(before: string, after: string): DiffPart[] {
  const parts: DiffPart[] = [
    { kind: "removed", text: before },
    { kind: "added", text: after },
  ];
  return parts.filter(({ text }) => text !== "");
}

/** Unchanged characters shown on each side of a change. */
const context = 48;

function shortened(text: string, isFirst: boolean, isLast: boolean): string {
  const sides = (isFirst ? 0 : 1) + (isLast ? 0 : 1);
  if (sides === 0 || text.length <= (sides + 0.5) * context) return text;
  const head = isFirst ? "" : `${untilWord(text)} `;
  const tail = isLast ? "" : ` ${fromWord(text)}`;
  return `${head}…${tail}`;
}

const untilWord = (text: string) => text.slice(0, context).replace(/\s\S*$/, "");
const fromWord = (text: string) => text.slice(-context).replace(/^\S*\s/, "");

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
