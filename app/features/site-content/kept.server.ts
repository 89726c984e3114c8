import { sql } from "drizzle-orm";
import { type DocumentName, siteDocuments } from "#app/content/documents.ts";
import { wordsOf } from "#app/content/state.server.ts";
import { recordActivity } from "#app/features/audit/record.server.ts";
import type { Administrator, Owner } from "#app/features/auth/model.ts";
import type { Db } from "#app/server/database/db.server.ts";
import { cvDocument, siteSetup } from "#app/server/database/tables.server.ts";
import { type SampleFinding, sampleFindings } from "./samples.server.ts";
import { loadOverrides } from "./stored.server.ts";

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
