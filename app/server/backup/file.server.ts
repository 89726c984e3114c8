import { createHash, type Hash, randomUUID } from "node:crypto";
import { createReadStream, lstatSync } from "node:fs";
import { type FileHandle, open, rename, rm } from "node:fs/promises";
import { dirname } from "node:path";
import { PassThrough, type Writable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { createGunzip } from "node:zlib";
import { errorCode } from "#app/server/database/db.server.ts";
import { type BackupKey, BackupRefused } from "./key.server.ts";
import { type KeySource, seal, unseal } from "./seal.server.ts";

// A backup is a gzip file of JSON lines: the manifest; for each table a head and its rows, with
// values in PostgreSQL's text form; last the row counts and checksums. With a key that file is sealed.

export type Manifest = {
  format: typeof format;
  /** Of the format: increases when older programs cannot read it. */
  version: number;
  /** The last applied migration. */
  schema: string;
  madeAt: string;
  /** Without it second factors and signed links would no longer work. */
  secret: string;
};
export type TableHead = { table: string; columns: string[] };
export type Row = (string | null)[];
export type Totals = Record<string, { rows: number; sha256: string }>;

export const format = "breath-and-key backup";
export const version = 1;

const readErrors: Record<string, string> = {
  ENOENT: "does not exist",
  EISDIR: "is a folder",
  EACCES: "may not be read by this user",
  Z_BUF_ERROR: "is not whole: it was cut short",
  Z_DATA_ERROR: "is damaged, or is not a backup",
};

async function* textLines(file: string, key: KeySource): AsyncGenerator<string> {
  const stored = createReadStream(file);
  const unpacked = createGunzip().setEncoding("utf8");
  // Errors of these streams surface in the loop below.
  const ended = pipeline(stored, (bytes) => unseal(file, bytes, key), unpacked).catch(() => {});
  let rest = "";
  try {
    for await (const chunk of unpacked as AsyncIterable<string>) {
      // Not readline: it also splits at U+2028 and U+2029, which visitors' text may contain.
      const lines = (rest + chunk).split("\n");
      rest = lines.pop()!;
      yield* lines;
    }
  } catch (error) {
    if (error instanceof BackupRefused) throw error;
    throw new BackupRefused(
      `${file} ${readErrors[errorCode(error) ?? ""] ?? `cannot be read: ${(error as Error).message}`}.`,
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

/** Verifies the checksums of the whole file. Throws {@link BackupRefused}. */
export async function checkBackup(
  file: string,
  key: KeySource = null,
): Promise<{ manifest: Manifest; totals: Totals }> {
  let manifest: Manifest | null = null;
  let totals: Totals | null = null;
  const found: Totals = {};
  const sums = new Map<string, Hash>();
  let table = "";
  for await (const line of textLines(file, key)) {
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

export async function* tablesOf(file: string, key: KeySource): AsyncGenerator<TableHead | Row> {
  for await (const line of textLines(file, key)) {
    const value = parse(line) as TableHead | Row;
    if (Array.isArray(value) || value.table) yield value;
  }
}

/** Writes, syncs and checks a temporary file, then renames it. Never replaces a file or link. */
export async function saveBackup(
  file: string,
  fill: (out: Writable) => Promise<void>,
  key: BackupKey | null = null,
): Promise<Totals> {
  if (lstatSync(file, { throwIfNoEntry: false }))
    throw new BackupRefused(`${file} exists already. Name another file.`);
  const part = `${file}.${randomUUID()}.part`;
  let handle: FileHandle | null = null;
  let out: Writable | null = null;
  try {
    handle = await open(part, "wx", 0o600);
    out = handle.createWriteStream({ autoClose: false });
    await (key ? fillSealed(out, fill, key) : fill(out));
    await handle.sync();
    const { totals } = await checkBackup(part, key);
    await rename(part, file);
    await syncFolderOf(file);
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
    // The handle cannot close before its stream is destroyed.
    out?.destroy();
    await handle?.close();
  }
}

async function fillSealed(
  out: Writable,
  fill: (out: Writable) => Promise<void>,
  key: BackupKey,
): Promise<void> {
  const plain = new PassThrough();
  // Whichever fails destroys `plain`, and with it the other.
  const sealed = pipeline(plain, (bytes) => seal(bytes, key), out);
  const filled = fill(plain).catch((error: Error) => {
    plain.destroy(error);
    throw error;
  });
  await Promise.all([sealed, filled]);
}

/** A rename is on disk only once its folder is. */
async function syncFolderOf(file: string): Promise<void> {
  const folder = await open(dirname(file), "r");
  await folder.sync();
  await folder.close();
}
