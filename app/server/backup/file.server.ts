import { createHash, type Hash, randomUUID } from "node:crypto";
import { createReadStream, lstatSync } from "node:fs";
import { type FileHandle, open, rename, rm } from "node:fs/promises";
import { dirname } from "node:path";
import type { Writable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { createGunzip } from "node:zlib";
import { errorCode } from "#app/server/database/db.server.ts";

/*
 * A backup is one compressed file of lines, each a JSON value: the manifest; for each table a head
 * with its columns and then its rows, every value in PostgreSQL's own text form; at the end how many
 * rows each table has and the checksum of their lines. `zcat` shows it.
 */

export type Manifest = {
  format: typeof format;
  /** Of the file itself; grows when an older program could not read it. */
  version: number;
  /** The last migration that the database had been through. */
  schema: string;
  madeAt: string;
  /** The installation's secret: without it second factors and signed links would be dead. */
  secret: string;
};
export type TableHead = { table: string; columns: string[] };
export type Row = (string | null)[];
export type Totals = Record<string, { rows: number; sha256: string }>;

export const format = "breath-and-key backup";
export const version = 1;

/** A backup that cannot be made or used, with the reason in one line. */
export class BackupRefused extends Error {
  override name = "BackupRefused";
}

const endings: Record<string, string> = {
  ENOENT: "does not exist",
  EISDIR: "is a folder",
  EACCES: "may not be read by this user",
  Z_BUF_ERROR: "is not whole: it was cut short",
  Z_DATA_ERROR: "is damaged, or is not a backup",
};

/** The lines of a backup as text, with nothing checked but that it can be decompressed. */
async function* textLines(file: string): AsyncGenerator<string> {
  const packed = createReadStream(file);
  const unpacked = createGunzip().setEncoding("utf8");
  // What goes wrong with either comes out of the loop below.
  const ended = pipeline(packed, unpacked).catch(() => {});
  let rest = "";
  try {
    for await (const chunk of unpacked as AsyncIterable<string>) {
      // Only this one character ends a line: words of visitors may hold the others that some readers count as ends.
      const lines = (rest + chunk).split("\n");
      rest = lines.pop()!;
      yield* lines;
    }
  } catch (error) {
    throw new BackupRefused(
      `${file} ${endings[errorCode(error) ?? ""] ?? `cannot be read: ${(error as Error).message}`}.`,
      { cause: error },
    );
  } finally {
    unpacked.destroy();
    await ended;
  }
}

function parse(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return null;
  }
}

/** Reads a backup's manifest and whole content, and throws {@link BackupRefused} unless it is as it was written. */
export async function checkBackup(file: string): Promise<{ manifest: Manifest; totals: Totals }> {
  let manifest: Manifest | null = null;
  let totals: Totals | null = null;
  const found: Totals = {};
  const sums = new Map<string, Hash>();
  let table = "";
  for await (const line of textLines(file)) {
    if (!manifest) {
      manifest = readManifest(file, line);
    } else if (line.startsWith("[")) {
      found[table]!.rows++;
      sums.get(table)!.update(`${line}\n`);
    } else {
      const head = parse(line) as Partial<TableHead> & { end?: Totals };
      if (head?.end) totals = head.end;
      if (!head?.table) continue;
      table = head.table;
      found[table] = { rows: 0, sha256: "" };
      sums.set(table, createHash("sha256"));
    }
  }
  for (const [name, sum] of sums) found[name]!.sha256 = sum.digest("hex");
  if (!manifest || !totals) throw new BackupRefused(`${file} is not whole: it was cut short.`);
  if (JSON.stringify(found) !== JSON.stringify(totals))
    throw new BackupRefused(`${file} is damaged: its checksums do not match.`);
  return { manifest, totals };
}

function readManifest(file: string, line: string): Manifest {
  const manifest = parse(line) as Manifest | null;
  if (manifest?.format !== format)
    throw new BackupRefused(`${file} is not a backup of this program.`);
  if (manifest.version > version)
    throw new BackupRefused(
      `${file} was made by a newer version of this program. Restore it with that one.`,
    );
  return manifest;
}

/** The tables of a checked backup, each with its rows in order. */
export async function* tablesOf(file: string): AsyncGenerator<TableHead | Row> {
  for await (const line of textLines(file)) {
    const value = parse(line) as TableHead | Row;
    if (Array.isArray(value) || value.table) yield value;
  }
}

/**
 * Writes a new backup to `file`: beside its place first, under a name that nobody can foresee, forced to
 * disk and read back whole, and only then under its own. Only its owner may read it. Whatever has the
 * name already stays, links too. Nothing is left behind when it fails.
 */
export async function saveBackup(
  file: string,
  fill: (out: Writable) => Promise<void>,
): Promise<Totals> {
  if (lstatSync(file, { throwIfNoEntry: false }))
    throw new BackupRefused(`${file} exists already. Name another file.`);
  const part = `${file}.${randomUUID()}.part`;
  let handle: FileHandle | null = null;
  let out: Writable | null = null;
  try {
    // Exclusively: a file or a link that is there already is never opened.
    handle = await open(part, "wx", 0o600);
    out = handle.createWriteStream({ autoClose: false });
    await fill(out);
    await handle.sync();
    const { totals } = await checkBackup(part);
    await rename(part, file);
    await forceFolder(file);
    return totals;
  } catch (error) {
    if (handle) await rm(part, { force: true });
    const reason = {
      ENOSPC: "the disk is full",
      ENOENT: "its folder does not exist",
      EACCES: "this user may not write there",
      EFBIG: "it would grow too large",
      EROFS: "it lies on a read-only disk",
    }[errorCode(error) ?? ""];
    if (reason)
      throw new BackupRefused(`${file} could not be written: ${reason}.`, { cause: error });
    throw error;
  } finally {
    // The handle closes only once its stream has let go of it.
    out?.destroy();
    await handle?.close();
  }
}

/** A new name is on disk only when its folder is. */
async function forceFolder(file: string): Promise<void> {
  const folder = await open(dirname(file), "r");
  await folder.sync();
  await folder.close();
}
