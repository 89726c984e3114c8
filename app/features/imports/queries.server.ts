import { and, asc, desc, eq, gt, inArray } from "drizzle-orm";
import type { Administrator } from "#app/features/auth/model.ts";
import { takingStates } from "#app/features/services/model.ts";
import type { Db } from "#app/server/database/db.server.ts";
import { diaryEntries, imports } from "#app/server/database/tables.server.ts";
import { melbourneDay, shortTime } from "#app/values/calendar.ts";
import { periodStart } from "#app/values/period.ts";
import { readStoredFile, type StoredImport } from "./commands.server.ts";
import { type ImportCounts, undoPeriod } from "./model.ts";
import { planImport } from "./plan.server.ts";

const mostShown = 100;

export async function listImports(db: Db, _by: Administrator, now = new Date()) {
  const { id, createdAt, fileName, kind, counts, importedAt, undoneAt } = imports;
  const rows = await db
    .select({ id, createdAt, fileName, kind, counts, importedAt, undoneAt })
    .from(imports)
    .orderBy(desc(createdAt), desc(id))
    .limit(mostShown);
  return rows.map((row) => ({ ...row, ...stateOf(row, now) }));
}

type Times = Pick<StoredImport, "importedAt" | "undoneAt" | "counts">;

function stateOf({ importedAt, undoneAt, counts }: Times, now: Date) {
  const isRecent = importedAt !== null && importedAt >= periodStart(undoPeriod, now);
  return { counts: counts as ImportCounts | null, canUndo: isRecent && undoneAt === null };
}

/** Null for an unknown id. A file that still waits comes with what would become of it. */
export async function getImport(db: Db, _by: Administrator, id: string, now = new Date()) {
  const [stored] = await db.select().from(imports).where(eq(imports.id, id));
  if (!stored) return null;
  const { createdAt, fileName, kind, importedAt, undoneAt } = stored;
  const about = { id, createdAt, fileName, kind, importedAt, undoneAt, ...stateOf(stored, now) };
  if (importedAt) return { ...about, beside: await findBeside(db, id, now), preview: null };
  return { ...about, beside: [], preview: await previewOf(db, stored, now) };
}

async function previewOf(db: Db, stored: StoredImport, now: Date) {
  const read = await readStoredFile(stored);
  if (read.is === "refused") return read;
  const { counts, skipped, unreadable, overlaps, examples } = await planImport(db, read, now);
  return {
    is: "read" as const,
    columns: read.columns,
    choice: read.choice,
    open: read.open,
    counts,
    examples,
    notes: {
      unreadable: unreadable.slice(0, mostShown),
      skipped: skipped.slice(0, mostShown),
      overlaps: overlaps.slice(0, mostShown),
    },
    overlapping: overlaps.length,
  };
}

/** Imported sessions that stand beside another entry. */
async function findBeside(db: Db, importId: string, now: Date) {
  const { id, startsAt, title, clientName, firm, state } = diaryEntries;
  const isBeside = and(eq(firm, false), inArray(state, [...takingStates]), gt(startsAt, now));
  const rows = await db
    .select({ id, startsAt, title, clientName })
    .from(diaryEntries)
    .where(and(eq(diaryEntries.importId, importId), isBeside))
    .orderBy(asc(startsAt))
    .limit(mostShown);
  const today = melbourneDay(now);
  return rows.map((row) => ({
    id: row.id,
    when: shortTime(row.startsAt, today),
    what: [row.title, row.clientName].filter(Boolean).join(", "),
  }));
}
