import { createHash } from "node:crypto";
import { and, eq, gte, inArray, ne } from "drizzle-orm";
import * as z from "zod/mini";
import { recordActivity } from "#app/features/audit/record.server.ts";
import type { Administrator, Owner } from "#app/features/auth/model.ts";
import { recordId } from "#app/features/intake/submission.server.ts";
import type { Db } from "#app/server/database/db.server.ts";
import { bankImports, bankLines, bankColumnMappings } from "#app/server/database/tables.server.ts";
import type { Day } from "#app/values/calendar.ts";
import { countOf, formatCount } from "#app/values/wording.ts";
import { dateOrders } from "#app/values/written-dates.ts";
import type { Credit, ColumnMapping } from "./model.ts";
import type { LeftOut, Statement, StatementToRead } from "./statement.server.ts";
import { join } from "node:path";
import { root } from "#app/server/root.server.ts";
import { openThread } from "#app/server/thread.server.ts";

type ImportOutcome = { total: number; added: number };

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
  by: Owner,
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

const column = z.number().check(z.nonnegative());
const storedMapping = z.object({
  date: column,
  text: z.array(column),
  amount: z.optional(column),
  credit: z.optional(column),
  direction: z.optional(column),
  words: z.optional(z.record(z.string(), z.enum(["in", "out"]))),
  order: z.optional(z.enum(dateOrders)),
});

/** By header key, without mappings that are no longer valid. */
export async function findMappings(db: Db, _administrator: Administrator) {
  const rows = await db.select().from(bankColumnMappings);
  const mappings = rows.flatMap(({ header, mapping }) => {
    const parsed = z.safeParse(storedMapping, mapping);
    return parsed.success ? [[header, parsed.data as ColumnMapping] as const] : [];
  });
  return Object.fromEntries(mappings);
}

export async function rememberMapping(
  db: Db,
  _administrator: Administrator,
  header: string,
  mapping: ColumnMapping,
  now = new Date(),
): Promise<void> {
  await db
    .insert(bankColumnMappings)
    .values({ header, mapping, updatedAt: now })
    .onConflictDoUpdate({
      target: bankColumnMappings.header,
      set: { mapping, updatedAt: now },
    });
}

const named = 5;

export function leftOutMessage(rows: readonly LeftOut[]): string {
  const parts = rows.slice(0, named).map(({ line, why }) => `line ${line} (${why})`);
  const others = rows.length - parts.length;
  const all = [...parts, ...(others > 0 ? [countOf(others, "more line")] : [])];
  return `Left out: ${new Intl.ListFormat("en-AU").format(all)}.`;
}

export function importedMessage({ total, added }: ImportOutcome): string {
  const known = total - added;
  if (total === 0) return "No money came in on this statement, so there is nothing to import.";
  if (added > 0)
    return [
      `${countOf(added, "new line")}.`,
      known > 0 && `${countOf(known, "line")} had been imported before.`,
    ]
      .filter(Boolean)
      .join(" ");
  return total === 1
    ? "Nothing new: its one line was imported before."
    : `Nothing new: all ${formatCount(total)} lines were imported before.`;
}

// A source file: Node runs TypeScript in development, tests and production.
const worker = join(root, "app/features/bank/statement-worker.server.ts");

export const readInThread = openThread<StatementToRead, Statement>(worker);
