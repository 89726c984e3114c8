import { createHash } from "node:crypto";
import { and, eq, gte, inArray, ne } from "drizzle-orm";
import { recordActivity } from "#app/features/audit/record.server.ts";
import type { Administrator } from "#app/features/auth/model.ts";
import { recordId } from "#app/features/intake/submission.server.ts";
import type { Db } from "#app/server/database/db.server.ts";
import { bankImports, bankLines } from "#app/server/database/tables.server.ts";
import type { Day } from "#app/values/calendar.ts";
import { countOf } from "#app/values/wording.ts";
import type { Credit } from "./model.ts";

export type ImportOutcome = { total: number; added: number };

type NewImport = {
  credits: readonly Credit[];
  until?: Day | null;
  fileName: string;
  /** Of the form: a resubmission makes no second import. */
  key: string;
};

/** Rows per SQL statement. */
const rowsAtOnce = 500;

/** Skips credits of earlier statements. Equal lines within one statement count separately. */
export function importCredits(
  db: Db,
  by: Administrator,
  { credits, until = null, fileName, key }: NewImport,
  now = new Date(),
): Promise<ImportOutcome> {
  const id = recordId("bank-statement", key, credits);
  return db.transaction(async (tx) => {
    const lines = newLines(credits, await linesOfDays(tx, credits));
    const statement = { id, createdAt: now, createdBy: by.email, fileName, coversUntil: until };
    const [isNew] = await tx
      .insert(bankImports)
      .values(statement)
      .onConflictDoNothing()
      .returning({ id: bankImports.id });
    if (isNew)
      for (let at = 0; at < lines.length; at += rowsAtOnce) {
        const rows = lines.slice(at, at + rowsAtOnce).map((line) => ({ ...line, importId: id }));
        await tx.insert(bankLines).values(rows).onConflictDoNothing();
      }
    const added = await tx.$count(bankLines, eq(bankLines.importId, id));
    // Even without new lines it shows that nothing else came in until its last day.
    const others = and(gte(bankImports.coversUntil, until ?? ""), ne(bankImports.id, id));
    const isKnown = until === null || (await tx.$count(bankImports, others)) > 0;
    if (added === 0 && isKnown) await tx.delete(bankImports).where(eq(bankImports.id, id));
    else if (isNew) {
      const label = [fileName, countOf(added, "new line")].filter(Boolean).join(", ");
      const subject = { kind: "statement", id, label } as const;
      await recordActivity(tx, { actor: by.email, action: "imported", subject }, now);
    }
    return { total: credits.length, added };
  });
}

function linesOfDays(tx: Db, credits: readonly Credit[]): Promise<Credit[]> {
  const { day, amount, text } = bankLines;
  const days = new Set(credits.map((credit) => credit.day));
  return tx
    .select({ day, amount, text })
    .from(bankLines)
    .where(inArray(day, [...days]));
}

/** Sorted: two concurrent imports would otherwise deadlock. */
function newLines(credits: readonly Credit[], stored: readonly Credit[]) {
  // Not the stored fingerprints: older ones hash the text as it was written.
  const before = Map.groupBy(stored, fingerprintOf);
  const seen = new Map<string, number>();
  return credits
    .map((credit) => {
      const fingerprint = fingerprintOf(credit);
      const occurrence = (seen.get(fingerprint) ?? 0) + 1;
      seen.set(fingerprint, occurrence);
      return { ...credit, fingerprint, occurrence };
    })
    .filter(({ fingerprint, occurrence }) => occurrence > (before.get(fingerprint)?.length ?? 0))
    .toSorted(
      (one, other) =>
        one.day.localeCompare(other.day) ||
        one.fingerprint.localeCompare(other.fingerprint) ||
        one.occurrence - other.occurrence,
    );
}

/** Ignores blanks, case and a leading "PENDING". */
function fingerprintOf({ day, amount, text }: Credit): string {
  const compared = text
    .toLowerCase()
    .replace(/^[^\p{L}\p{N}]*pending(?!\p{L})[^\p{L}\p{N}]*/u, "")
    .replaceAll(/\s/g, "");
  return createHash("sha256")
    .update(JSON.stringify([day, amount, compared]))
    .digest("base64url");
}
