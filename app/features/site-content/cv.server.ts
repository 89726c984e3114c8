import { sql } from "drizzle-orm";
import { content, type Content } from "#app/content/content.ts";
import { siteDocuments } from "#app/content/documents.ts";
import { recordActivity } from "#app/features/audit/record.server.ts";
import type { Administrator, Owner } from "#app/features/auth/model.ts";
import type { Db } from "#app/server/database/db.server.ts";
import { cvDocument } from "#app/server/database/tables.server.ts";

/* The owner's CV as a PDF: public while there is one and its page shows. */

const label = siteDocuments.director.label;

type NewCv = { fileName: string; pages: number; bytes: Uint8Array };

/** Takes the place of an earlier one. */
export function storeCv(db: Db, by: Owner, cv: NewCv, now = new Date()): Promise<void> {
  return db.transaction(async (tx) => {
    const values = { ...cv, updatedAt: now, updatedBy: by.email };
    await tx
      .insert(cvDocument)
      .values(values)
      .onConflictDoUpdate({ target: cvDocument.id, set: values });
    const subject = { kind: "words", label } as const;
    const action = "uploaded a CV to the";
    await recordActivity(tx, { actor: by.email, action, subject }, now);
  });
}

/** False if there was none. */
export function removeCv(db: Db, by: Owner, now = new Date()): Promise<boolean> {
  return db.transaction(async (tx) => {
    const removed = await tx.delete(cvDocument).returning({ id: cvDocument.id });
    if (removed.length === 0) return false;
    const subject = { kind: "words", label } as const;
    const action = "removed the CV from the";
    await recordActivity(tx, { actor: by.email, action, subject }, now);
    return true;
  });
}

export async function getCv(db: Db, _by: Administrator) {
  const { fileName, pages, updatedAt, bytes } = cvDocument;
  const size = sql<number>`octet_length(${bytes})`;
  const [cv] = await db.select({ fileName, pages, updatedAt, size }).from(cvDocument);
  return cv ?? null;
}

/** For the state of the content, which follows it as it follows the words. */
export const publicCv = sql<Content["cv"]>`(select json_build_object(
  'size', octet_length(${cvDocument.bytes}), 'at', ${cvDocument.updatedAt}::text)
  from ${cvDocument})`;

/** Public: no check beyond whether its page shows. */
export async function readCv(db: Db): Promise<Uint8Array | null> {
  const [cv] = await db.select({ bytes: cvDocument.bytes }).from(cvDocument);
  return cv?.bytes ?? null;
}

/** It came from outside, so it is saved and runs nothing. */
export function cvHeaders(): Record<string, string> {
  const name = content()
    .site.person.normalize("NFD")
    .replaceAll(/[^\w .-]/g, "");
  return {
    "Content-Type": "application/pdf",
    "Content-Disposition": `attachment; filename="${`${name} CV`.trim()}.pdf"`,
    "Cache-Control": "public, max-age=0, must-revalidate",
    "Content-Security-Policy": "default-src 'none'; frame-ancestors 'none'; sandbox",
    "X-Robots-Tag": "noindex",
  };
}
