import { isDeepStrictEqual } from "node:util";
import { eq } from "drizzle-orm";
import { isDocumentName, siteDocuments } from "#app/content/documents.ts";
import { type ContentField, entryName, type SiteDocument } from "#app/content/fields.ts";
import { fits, withRenames } from "#app/content/merge.ts";
import { recordActivity } from "#app/features/audit/record.server.ts";
import type { Administrator, Owner } from "#app/features/auth/model.ts";
import type { Db } from "#app/server/database/db.server.ts";
import { storedDocuments, type UnplacedValue } from "#app/server/database/tables.server.ts";
import { log } from "#app/server/log.server.ts";

type Lost = { path: readonly string[]; labels: readonly string[]; stored: unknown };

export function lostValues(document: SiteDocument, stored: unknown): Lost[] {
  if (stored === null) return [];
  return lostIn(document, { path: [], labels: [], stored: withRenames(document, stored) });
}

function lostIn(field: ContentField | undefined, at: Lost): Lost[] {
  if (!field || !shows(field, at.stored)) return [at];
  const within = (inner: ContentField | undefined, name: string, label: string, stored: unknown) =>
    lostIn(inner, { path: [...at.path, name], labels: [...at.labels, label], stored });
  if (field.kind === "list")
    return (at.stored as unknown[]).flatMap((entry, index) =>
      within(field.item, String(index), entryName(field, index), entry),
    );
  if (field.kind !== "group") return [];
  return Object.entries(at.stored as object).flatMap(([name, value]) => {
    const part = Object.hasOwn(field.fields, name) ? field.fields[name] : undefined;
    return within(part, name, part && "label" in part ? part.label : name, value);
  });
}

const shows = (field: ContentField, stored: unknown) =>
  field.kind === "fixed" ? isDeepStrictEqual(stored, field.default) : fits(field, stored);

const key = ({ path, text }: UnplacedValue) => `${path}\n${text}`;

/** Called at every start: the next publication drops stored values that no field shows any more. */
export async function keepUnplacedWords(db: Db): Promise<void> {
  await db.transaction(async (tx) => {
    // Two processes may start at once.
    for (const row of await tx.select().from(storedDocuments).for("update")) {
      const { name, published, draft } = row;
      const known = new Set(row.unplaced.map(key));
      const found = new Map(
        [published, draft].flatMap((stored) => unplacedIn(name, stored)).map((it) => [key(it), it]),
      );
      const added = [...found].filter(([each]) => !known.has(each)).map(([, value]) => value);
      const unplaced = [...row.unplaced, ...added];
      const waiting = unplaced.filter(({ isPlaced }) => !isPlaced).map(({ path }) => path);
      if (waiting.length > 0)
        log.error({ document: name, fields: waiting }, "stored words have no field any more");
      if (added.length > 0)
        await tx.update(storedDocuments).set({ unplaced }).where(eq(storedDocuments.name, name));
    }
  });
}

function unplacedIn(name: string, stored: unknown): UnplacedValue[] {
  const lost = isDocumentName(name)
    ? lostValues(siteDocuments[name], stored)
    : [{ path: [], labels: [], stored }];
  return lost
    .map(({ path, labels, stored: value }) => ({
      path: path.join("."),
      label: labels.join(" › "),
      text: textsIn(value).join("\n"),
    }))
    .filter(({ text }) => text !== "");
}

function textsIn(value: unknown): string[] {
  if (value === null || value === undefined || value === "") return [];
  return typeof value === "object" ? Object.values(value).flatMap(textsIn) : [String(value)];
}

/** `document` is null if the document no longer exists. */
type UnplacedWords = Pick<UnplacedValue, "path" | "label" | "text"> & {
  name: string;
  document: string | null;
  /** Index in the document's `unplaced`, which only grows. */
  at: number;
};

export async function listUnplacedWords(db: Db, _by: Administrator): Promise<UnplacedWords[]> {
  const { name, unplaced } = storedDocuments;
  const rows = await db.select({ name, unplaced }).from(storedDocuments).orderBy(name);
  return rows.flatMap((row) => {
    const document = isDocumentName(row.name) ? siteDocuments[row.name].label : null;
    return row.unplaced.flatMap(({ isPlaced, ...value }, at) =>
      isPlaced ? [] : [{ ...value, name: row.name, document, at }],
    );
  });
}

export async function settleUnplacedWords(
  db: Db,
  by: Owner,
  { name, at }: Pick<UnplacedWords, "name" | "at">,
  now = new Date(),
): Promise<void> {
  await db.transaction(async (tx) => {
    const isDocument = eq(storedDocuments.name, name);
    const [row] = await tx.select().from(storedDocuments).where(isDocument).for("update");
    const asked = row?.unplaced[at];
    if (!row || !asked || asked.isPlaced) return;
    const unplaced = row.unplaced.with(at, { ...asked, isPlaced: true });
    await tx.update(storedDocuments).set({ unplaced }).where(isDocument);
    const label = isDocumentName(name) ? siteDocuments[name].label : name;
    const subject = { kind: "words", label: `${label}: ${asked.label}` } as const;
    await recordActivity(tx, { actor: by.email, action: "placed the lost", subject }, now);
  });
}
