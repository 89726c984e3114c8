import { eq, inArray, sql } from "drizzle-orm";
import { recordActivity } from "#app/features/audit/record.server.ts";
import type { Administrator } from "#app/features/auth/model.ts";
import type { Db } from "#app/server/database/db.server.ts";
import { pictures, storedDocuments } from "#app/server/database/tables.server.ts";
import { lockPublications } from "./publish.server.ts";

/** `not-found` also after a second click; `usedIn` are the documents that show it. */
type DeleteOutcome = "deleted" | "not-found" | { usedIn: string[] };

/**
 * Deletes a photograph and all its crops for good: the history then shows an empty frame. Refuses
 * while a public document or a draft shows one of them.
 */
export function deletePicture(
  db: Db,
  by: Administrator,
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
