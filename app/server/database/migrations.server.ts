import { cpSync, mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sql } from "drizzle-orm";
import { root } from "#app/server/root.server.ts";
import type { Db } from "./db.server.ts";
import { rowsOf } from "./list.server.ts";

export const migrationsFolder = join(root, "migrations");

type Snapshot = { tables: Record<string, { name: string }> };
type Journal = { entries: { tag: string; when: number }[] };

function readJournal(): Journal {
  return JSON.parse(readFileSync(join(migrationsFolder, "meta/_journal.json"), "utf8")) as Journal;
}

export function migrationNames(): string[] {
  return readJournal().entries.map(({ tag }) => tag);
}

/** The tables after the migration `tag`, also those that a later one renames or drops. */
export function tablesAt(tag: string): string[] {
  const file = join(migrationsFolder, "meta", `${tag.split("_")[0]}_snapshot.json`);
  const { tables } = JSON.parse(readFileSync(file, "utf8")) as Snapshot;
  return Object.values(tables).map(({ name }) => name);
}

/** A temporary folder with the migrations up to `last`; the caller deletes it. */
export function migrationsUpTo(last: string): string {
  const folder = mkdtempSync(join(tmpdir(), "migrations-"));
  cpSync(migrationsFolder, folder, { recursive: true });
  const journal = readJournal();
  const entries = journal.entries.slice(
    0,
    journal.entries.findIndex(({ tag }) => tag === last) + 1,
  );
  writeFileSync(join(folder, "meta/_journal.json"), JSON.stringify({ ...journal, entries }));
  return folder;
}

/** Null: none applied; `unknown`: one of a newer program. */
export async function lastMigration(db: Db): Promise<string | null> {
  const [journal] = await rowsOf<{ there: boolean }>(
    db,
    sql`select to_regclass('drizzle.__drizzle_migrations') is not null as there`,
  );
  if (!journal!.there) return null;
  const [last] = await rowsOf<{ at: string | null }>(
    db,
    sql`select max(created_at)::text as at from drizzle.__drizzle_migrations`,
  );
  if (!last!.at) return null;
  return readJournal().entries.find(({ when }) => String(when) === last!.at)?.tag ?? "unknown";
}
