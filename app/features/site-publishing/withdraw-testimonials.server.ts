import { isDeepStrictEqual } from "node:util";
import { eq } from "drizzle-orm";
import type { Content } from "#app/content/content.ts";
import { siteDocuments } from "#app/content/documents.ts";
import { isRecord } from "#app/content/merge.ts";
import { recordActivity } from "#app/features/audit/record.server.ts";
import type { Administrator, Owner } from "#app/features/auth/model.ts";
import type { Db } from "#app/server/database/db.server.ts";
import {
  sitePublications,
  storedDocuments,
  type UnplacedValue,
} from "#app/server/database/tables.server.ts";
import { foldText } from "#app/values/folding.ts";
import { lockPublications, publish, type PublishOutcome } from "./publish.server.ts";
import { wordsAt } from "./published.server.ts";
import { readStored } from "#app/features/site-content/queries.server.ts";

const document = "testimonials";
const ofDocument = eq(sitePublications.document, document);
const isTestimonials = eq(storedDocuments.name, document);

const itemsIn = (state: unknown) =>
  (isRecord(state) && Array.isArray(state.items) ? (state.items as unknown[]) : []).filter(
    isRecord,
  );

/** All that are not withdrawn: of the site, the draft and the history. */
async function keptTestimonials(db: Db) {
  const { draft, published } = await readStored(db, document);
  const publications = await db.select().from(sitePublications).where(ofDocument);
  const former = publications.flatMap(({ before, after }) => [before, after]);
  return [draft, published, ...former].flatMap(itemsIn);
}

export async function listTestimonialAuthors(db: Db, _by: Administrator): Promise<string[]> {
  const named = (await keptTestimonials(db)).map(({ author }) => author);
  const authors = named.filter((author): author is string => typeof author === "string");
  return [...new Set(authors)].filter(Boolean).toSorted((a, b) => a.localeCompare(b));
}

/** Who may be a person with one of these names: "Mae L." and "Mae" for "Mae Lindqvist". */
export async function authorsNamed(
  db: Db,
  by: Administrator,
  names: readonly string[],
): Promise<string[]> {
  const authors = await listTestimonialAuthors(db, by);
  return authors.filter((author) => names.some((name) => mayBeSame(author, name)));
}

const nameParts = (name: string) =>
  foldText(name)
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean);

function mayBeSame(one: string, other: string): boolean {
  const [fewer = [], more = []] = [one, other]
    .map(nameParts)
    .toSorted((a, b) => a.length - b.length);
  const begins = (part: string) =>
    more.some((long) => long.startsWith(part) || part.startsWith(long));
  return fewer.length > 0 && fewer.every(begins);
}

let reading: ReturnType<typeof keptTestimonials> | null = null;

/** Strangers may ask at once: they share one look. */
const keptForAll = (db: Db) =>
  (reading ??= keptTestimonials(db).finally(() => {
    reading = null;
  }));

/** Words that this process has shown; null if one has been withdrawn since, in whichever process. */
export async function formerWords(db: Db, url: string): Promise<Content | null> {
  const shown = wordsAt(url);
  if (!shown) return null;
  const said = itemsIn(shown.overrides[document]);
  const kept = said.length > 0 ? await keptForAll(db) : [];
  const isKept = said.every((item) => kept.some((other) => isDeepStrictEqual(item, other)));
  return isKept ? shown.state.content : null;
}

/** Removes an author's testimonials from the site, the draft and the history for good. */
export async function withdrawTestimonials(
  db: Db,
  by: Owner,
  author: string,
  now = new Date(),
): Promise<PublishOutcome | { ok: true }> {
  const without = (state: unknown) =>
    itemsIn(state).some((item) => item.author === author)
      ? { ...(state as object), items: itemsIn(state).filter((item) => item.author !== author) }
      : state;
  const { version, published } = await readStored(db, document);
  const after = without(published);
  if (after !== published) {
    const publication = { document, version, after, keepsDraft: true } as const;
    const outcome = await publish(db, by, publication, now);
    if (!outcome.ok) return outcome;
  }
  const isWithdrawn = await db.transaction(async (tx) => {
    await lockPublications(tx);
    const [stored] = await tx.select().from(storedDocuments).where(isTestimonials).for("update");
    if (stored) {
      // A testimonial of this author was published meanwhile.
      if (without(stored.published) !== stored.published) return false;
      const { version: last, ...words } = stored;
      const unplaced = words.unplaced.map((one) => (names(one, author) ? placed(one) : one));
      const left = { ...words, draft: without(words.draft), unplaced };
      if (!isDeepStrictEqual(left, words))
        await tx
          .update(storedDocuments)
          .set({ ...left, version: last + 1 })
          .where(isTestimonials);
    }
    const publications = await tx.select().from(sitePublications).where(ofDocument);
    for (const { id, before, after: then } of publications) {
      const blanked = { before: without(before), after: without(then) };
      if (!isDeepStrictEqual(blanked, { before, after: then }))
        await tx.update(sitePublications).set(blanked).where(eq(sitePublications.id, id));
    }
    const subject = { kind: "words", label: siteDocuments[document].label } as const;
    await recordActivity(tx, { actor: by.email, action: "withdrew", subject }, now);
    return true;
  });
  return isWithdrawn ? { ok: true } : { ok: false, reason: "changed" };
}

const names = ({ label, text }: UnplacedValue, author: string) =>
  [...label.split(" › "), ...text.split("\n")].includes(author);

const placed = ({ path }: UnplacedValue) => ({ path, label: document, text: "", isPlaced: true });
