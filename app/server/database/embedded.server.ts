import {
  closeSync,
  existsSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
} from "node:fs";
import { dirname, join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { setImmediate } from "node:timers/promises";
import { PGlite, type PGliteOptions, type Transaction } from "@electric-sql/pglite";
import { pg_trgm } from "@electric-sql/pglite/contrib/pg_trgm";
import { NodeFS } from "@electric-sql/pglite/nodefs";
import { refuseBesideTransaction } from "./transaction-guard.server.ts";

/** Another process holds the embedded database. */
export class DatabaseInUse extends Error {
  override name = "DatabaseInUse";
}

/** The data folder holds something that is not a whole database. */
export class DatabaseDamaged extends Error {
  override name = "DatabaseDamaged";
}

type EmscriptenFile = { nfd?: number };
type EmscriptenModule = { NODEFS: { stream_ops: Record<string, unknown> } };

/** The library's file system never reaches the disk by itself: its fsync does nothing. Ours does. */
class DurableFS extends NodeFS {
  override async init(pg: PGlite, options: Parameters<NodeFS["init"]>[1]) {
    const { emscriptenOpts } = await super.init(pg, options);
    const forceToDisk = (module: EmscriptenModule) => {
      module.NODEFS.stream_ops.fsync = (file: EmscriptenFile) => {
        if (file.nfd !== undefined) fsyncSync(file.nfd);
        return 0;
      };
    };
    return {
      emscriptenOpts: {
        ...emscriptenOpts,
        preRun: [...asList(emscriptenOpts.preRun), forceToDisk as never],
      },
    };
  }
}

function asList<T>(value: T | T[] | undefined): T[] {
  return value === undefined ? [] : Array.isArray(value) ? value : [value];
}

/** PGlite that refuses a query made beside the open transaction instead of waiting for itself. */
class GuardedPGlite extends PGlite {
  override query: PGlite["query"] = (...args) => {
    refuseBesideTransaction();
    return super.query(...args) as never;
  };
  override exec: PGlite["exec"] = (...args) => {
    refuseBesideTransaction();
    return super.exec(...args);
  };
  // The database answers within the same turn of the event loop: without a pause here, visitors who
  // ask for a page would wait until every transaction that is queued has ended.
  override transaction<T>(work: (tx: Transaction) => Promise<T>): Promise<T> {
    refuseBesideTransaction();
    return super.transaction(async (tx) => {
      await setImmediate();
      return work(tx);
    });
  }
}

/**
 * Starts without `-F`, so that commits are forced to disk, and with a small copy of its own of what
 * the system keeps in memory anyway: 128 MB by default.
 */
const startParams = [
  ...(PGlite.defaultStartParams ?? []).filter((param) => param !== "-F"),
  "-c",
  "wal_sync_method=fsync",
  "-c",
  "shared_buffers=32MB",
];

/** What the migrations ask for beyond PostgreSQL itself. */
const extensions = { pg_trgm };

async function start(folder: string, options: PGliteOptions = {}): Promise<PGlite> {
  const pg = new GuardedPGlite({ fs: new DurableFS(folder), startParams, extensions, ...options });
  await pg.waitReady;
  return pg;
}

/**
 * Takes the lock of a data folder. The kernel frees it when the process ends, however it ends;
 * a lock file with a process number would survive a kill.
 */
function lock(path: string): DatabaseSync {
  const handle = new DatabaseSync(path);
  try {
    handle.exec("pragma busy_timeout = 0; pragma locking_mode = exclusive; begin exclusive");
    return handle;
  } catch {
    handle.close();
    throw new DatabaseInUse(
      `The database in ${dirname(path)} is in use by another process. Stop that one first.`,
    );
  }
}

/**
 * A new folder is made beside its place and renamed into it when it is whole,
 * so that a start that is killed half way leaves nothing that looks like a database.
 */
async function create(folder: string, archive: string | null): Promise<void> {
  const unfinished = `${folder}.new`;
  rmSync(unfinished, { recursive: true, force: true });
  const pg = await start(unfinished, prepared(archive));
  await pg.close();
  renameSync(unfinished, folder);
  const parent = openSync(dirname(folder), "r");
  fsyncSync(parent);
  closeSync(parent);
}

/** Without one of these a data folder does not open. */
const parts = [
  "PG_VERSION",
  "postgresql.conf",
  "pg_hba.conf",
  "base",
  "global/pg_control",
  "pg_wal",
  "pg_xact",
  "pg_multixact",
  "pg_commit_ts",
  "pg_notify",
  "pg_replslot",
  "pg_twophase",
];

const remedy = "Move it away and restore a backup into an empty folder.";

/**
 * Opens the embedded database in `dataDir`, making it first if there is none.
 * `archive` is a prepared data folder that saves most of the first start's time.
 * Throws {@link DatabaseInUse} when another process holds it, {@link DatabaseDamaged} when the folder is not whole.
 */
export async function openEmbedded(
  dataDir: string,
  archive: string | null,
): Promise<{ pg: PGlite; close: () => Promise<void> }> {
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  const held = lock(join(dataDir, "database.lock"));
  const folder = join(dataDir, "database");
  try {
    if (!existsSync(folder)) await create(folder, archive);
    if (!parts.every((part) => existsSync(join(folder, part)))) {
      throw new DatabaseDamaged(
        `${folder} is not a whole database. Nothing was changed. ${remedy}`,
      );
    }
    const pg = await start(folder).catch((error: Error) => {
      // What the system refuses has a code and is not the folder's fault.
      if ("code" in error) throw error;
      throw new DatabaseDamaged(`${folder} cannot be opened (${error.message}). ${remedy}`, {
        cause: error,
      });
    });
    return {
      pg,
      close: async () => {
        await pg.close();
        held.close();
      },
    };
  } catch (error) {
    held.close();
    throw error;
  }
}

/** A database in memory, guarded like the one on disk, from a prepared data folder if there is one; for tests. */
export async function openMemory(archive: string | null): Promise<PGlite> {
  const pg = new GuardedPGlite({ startParams, extensions, ...prepared(archive) });
  await pg.waitReady;
  return pg;
}

function prepared(archive: string | null): PGliteOptions {
  return archive && existsSync(archive) ? { loadDataDir: new Blob([readFileSync(archive)]) } : {};
}
