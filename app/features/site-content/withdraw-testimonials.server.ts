import { isDeepStrictEqual } from "node:util";
import { eq } from "drizzle-orm";
import { siteDocuments } from "#app/content/documents.ts";
import { isRecord } from "#app/content/merge.ts";
import { recordActivity } from "#app/features/audit/record.server.ts";
import type { Administrator } from "#app/features/auth/model.ts";
import type { Db } from "#app/server/database/db.server.ts";
import { sitePublications, storedDocuments } from "#app/server/database/tables.server.ts";
import { lockPublications, publish, type PublishOutcome } from "./publish.server.ts";
import { forgetFormerWords } from "./published.server.ts";
import { readStored } from "./stored.server.ts";

const document = "testimonials";
const ofDocument = eq(sitePublications.document, document);

const itemsIn = (state: unknown) =>
  (isRecord(state) && Array.isArray(state.items) ? (state.items as unknown[]) : []).filter(
    isRecord,
  );

export async function listTestimonialAuthors(db: Db, _by: Administrator): Promise<string[]> {
  const { draft, published } = await readStored(db, document);
  const publications = await db.select().from(sitePublications).where(ofDocument);
  const states = [
    draft,
    published,
    ...publications.flatMap(({ before, after }) => [before, after]),
  ];
  const named = states.flatMap(itemsIn).map(({ author }) => author);
  const authors = named.filter((author): author is string => typeof author === "string");
  return [...new Set(authors)].filter(Boolean).toSorted((a, b) => a.localeCompare(b));
}

/** Removes an author's testimonials from the site, the draft and the history for good. */
export async function withdrawTestimonials(
  db: Db,
  by: Administrator,
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
    const stored = await readStored(tx, document);
    // A testimonial of this author was published meanwhile.
    if (without(stored.published) !== stored.published) return false;
    const draft = without(stored.draft);
    if (draft !== stored.draft)
      await tx
        .update(storedDocuments)
        .set({ draft, version: stored.version + 1 })
        .where(eq(storedDocuments.name, document));
    for (const row of await tx.select().from(sitePublications).where(ofDocument)) {
      const blanked = { before: without(row.before), after: without(row.after) };
      if (!isDeepStrictEqual(blanked, { before: row.before, after: row.after }))
        await tx.update(sitePublications).set(blanked).where(eq(sitePublications.id, row.id));
    }
    const subject = { kind: "words", label: siteDocuments[document].label } as const;
    await recordActivity(tx, { actor: by.email, action: "withdrew", subject }, now);
    return true;
  });
  if (!isWithdrawn) return { ok: false, reason: "changed" };
  forgetFormerWords();
  return { ok: true };
}
