import {
  closeSync,
  existsSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { dirname, join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { setImmediate } from "node:timers/promises";
import { setFlagsFromString } from "node:v8";
import { gunzipSync } from "node:zlib";
import {
  Mutex,
  parse,
  PGlite,
  type PGliteOptions,
  protocol,
  type QueryOptions,
  type Results,
  type Transaction,
} from "@electric-sql/pglite";
import { pg_trgm } from "@electric-sql/pglite/contrib/pg_trgm";
import { NodeFS } from "@electric-sql/pglite/nodefs";
import { refuseBesideTransaction } from "./transaction-guard.server.ts";

class DatabaseInUse extends Error {
  override name = "DatabaseInUse";
}

export class DatabaseDamaged extends Error {
  override name = "DatabaseDamaged";
}

export class TooLittleMemory extends Error {
  override name = "TooLittleMemory";
}

type EmscriptenFile = { nfd?: number };
type EmscriptenModule = { NODEFS: { stream_ops: Record<string, unknown> } };

/** The library's fsync does nothing. */
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

type Query = PGlite["query"];
type Message = Awaited<ReturnType<PGlite["execProtocolStream"]>>[number];
type Prepared = { name: string; columns: Message[]; types: number[] };

const { serialize } = protocol;

const isPrepared = (text: string) => /^\s*(?:select|insert|update|delete|with)\b/i.test(text);
const changesTables = (text: string) => /\b(?:alter|create|drop)\b/i.test(text);

/** Each length of a list in `in (…)` makes its own statement. */
const mostPrepared = 300;

/** The library parses each time and sends six messages: three to seven times the processor time. */
export class PreparingPGlite extends PGlite {
  // The library's own transaction lock is not public, so all public calls take turns here.
  readonly #turns = new Mutex();
  readonly #prepared = new Map<string, Prepared>();
  #names = 0;

  override query<T>(...args: Parameters<Query>): Promise<Results<T>> {
    // The library queries while it opens; once closed it throws its own error.
    if (!this.ready) return super.query<T>(...args);
    return this.#turns.runExclusive(() => this.#run<T>((...own) => super.query(...own), ...args));
  }

  override exec(...[text, options]: Parameters<PGlite["exec"]>): ReturnType<PGlite["exec"]> {
    if (!this.ready) return super.exec(text, options);
    return this.#turns.runExclusive(async () => {
      if (changesTables(text)) await this.#forget();
      return super.exec(text, options);
    });
  }

  override transaction<T>(work: (tx: Transaction) => Promise<T>): Promise<T> {
    return this.#turns.runExclusive(() =>
      super.transaction(async (tx) => {
        // What is asked at once, as by `Promise.all`, is asked in turns, and none after a failure.
        const asking = new Mutex();
        let isOver = false;
        const query = <Row>(...args: Parameters<Query>) =>
          asking.runExclusive(() => {
            if (tx.closed) return tx.query<Row>(...args);
            if (isOver) throw new Error("The transaction has ended.");
            return this.#run<Row>(tx.query, ...args);
          });
        try {
          return await work(Object.assign(Object.create(tx) as Transaction, { query }));
        } finally {
          isOver = true;
          (await asking.acquire())();
        }
      }),
    );
  }

  async #run<T>(
    unprepared: Query,
    text: string,
    values: unknown[] = [],
    options: QueryOptions = {},
  ): Promise<Results<T>> {
    if (!isPrepared(text)) {
      if (changesTables(text)) await this.#forget();
      return unprepared<T>(text, values, options);
    }
    const { parsers, serializers, ...rest } = options;
    const { name, columns, types } = this.#prepared.get(text) ?? (await this.#prepare(text));
    const written = values.map((value, at) => {
      if (value === null || value === undefined) return null;
      const type = types[at]!;
      const serialized = serializers?.[type] ?? this.serializers[type];
      return serialized?.(value) ?? String(value);
    });
    const answer = await this.#send(
      serialize.bind({ statement: name, values: written }),
      serialize.execute({}),
    );
    // The library would copy its hundreds of parsers each time.
    const allParsers = Object.assign(Object.create(this.parsers) as typeof this.parsers, parsers);
    const [result] = parse.parseResults([...columns, ...answer], allParsers, rest);
    return result as Results<T>;
  }

  async #prepare(text: string): Promise<Prepared> {
    if (this.#prepared.size === mostPrepared) await this.#forget();
    const name = `prepared${(this.#names += 1)}`;
    const described = await this.#send(
      serialize.parse({ name, text }),
      serialize.describe({ type: "S", name }),
    );
    const prepared = {
      name,
      columns: described.filter((message) => message.name === "rowDescription"),
      types: parse.parseDescribeStatementResults(described),
    };
    this.#prepared.set(text, prepared);
    return prepared;
  }

  /** Prepared statements fail once the columns of their result have changed. */
  async #forget(): Promise<void> {
    this.#prepared.clear();
    await this.#send(serialize.query("deallocate all"));
  }

  /** After a failed message the server skips the rest until the sync. */
  #send(...messages: Uint8Array[]): Promise<Message[]> {
    const whole = Buffer.concat([...messages, serialize.sync()]);
    return this.runExclusive(() => this.execProtocolStream(whole, { syncToFs: false }));
  }
}

class GuardedPGlite extends PreparingPGlite {
  override query: PGlite["query"] = (...args) => {
    refuseBesideTransaction();
    return super.query(...args) as never;
  };
  override exec: PGlite["exec"] = (...args) => {
    refuseBesideTransaction();
    return super.exec(...args);
  };
  // Queries resolve within one turn of the event loop: without this pause, page requests would wait
  // until every queued transaction has ended.
  override transaction<T>(work: (tx: Transaction) => Promise<T>): Promise<T> {
    refuseBesideTransaction();
    return super.transaction(async (tx) => {
      await setImmediate();
      return work(tx);
    });
  }
}

// `-F` turns fsync off. The default shared_buffers, 128 MB, duplicates the system's file cache.
const startParams = [
  ...(PGlite.defaultStartParams ?? []).filter((param) => param !== "-F"),
  "-c",
  "wal_sync_method=fsync",
  "-c",
  "shared_buffers=32MB",
];

const extensions = { pg_trgm };

// Two threads that free compiled code at once end Node 24 with "Check failed:
// jit_page_->allocations_.erase(addr) == 1" (https://github.com/nodejs/node/issues/64500).
setFlagsFromString("--no-wasm-code-gc");
// Threads that compile beside each other keep some 30 MB more.
setFlagsFromString("--wasm-num-compilation-tasks=1");

async function start(folder: string, options: PGliteOptions = {}): Promise<PGlite> {
  const pg = new GuardedPGlite({ fs: new DurableFS(folder), startParams, extensions, ...options });
  await pg.waitReady.catch((error: Error) => {
    // Node's messages: "could not allocate memory", "Out of memory: Cannot allocate Wasm memory".
    if (!(error instanceof RangeError && /allocate|out of memory/i.test(error.message)))
      throw error;
    throw new TooLittleMemory(
      `The database in ${dirname(folder)} needs more memory than is free. It is as it was. ` +
        "End other programs, or raise the memory limit of this one, and start again.",
      { cause: error },
    );
  });
  return pg;
}

const sqliteBusy = 5;

/** The kernel frees this lock however the process ends; a pid file would survive a kill. */
function lock(path: string): DatabaseSync {
  const handle = new DatabaseSync(path);
  try {
    handle.exec("pragma busy_timeout = 0; pragma locking_mode = exclusive; begin exclusive");
    return handle;
  } catch (error) {
    handle.close();
    if ((error as { errcode?: number }).errcode !== sqliteBusy) throw error;
    throw new DatabaseInUse(
      `The database in ${dirname(path)} is in use by another process. Stop that one first.`,
    );
  }
}

/** Creates it beside the folder, then renames: a killed start leaves no half database. */
async function create(folder: string, archive: string | null): Promise<void> {
  const unfinished = `${folder}.new`;
  rmSync(unfinished, { recursive: true, force: true });
  if (archive && existsSync(archive)) unpack(archive, unfinished);
  else await (await start(unfinished)).close();
  renameSync(unfinished, folder);
  const parent = openSync(dirname(folder), "r");
  fsyncSync(parent);
  closeSync(parent);
}

/** The library starts to unpack it, and would start again in its place. It is its own tar file, of short names. */
function unpack(archive: string, folder: string): void {
  const bytes = gunzipSync(readFileSync(archive));
  const textAt = (from: number, length: number) =>
    bytes.toString("latin1", from, from + length).replace(/\0.*/s, "");
  const [block, folderMark] = [512, "5"];
  mkdirSync(folder, { mode: 0o700 });
  for (let at = 0; bytes[at];) {
    const path = join(folder, textAt(at, 100));
    const size = Number.parseInt(textAt(at + 124, 12), 8);
    const isFolder = textAt(at + 156, 1) === folderMark;
    at += block;
    if (isFolder) mkdirSync(path, { mode: 0o700 });
    else writeFileSync(path, bytes.subarray(at, at + size), { mode: 0o600, flush: true });
    at += Math.ceil(size / block) * block;
  }
}

const requiredFiles = [
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

/** `archive`: a prepared data folder. Throws {@link DatabaseInUse} or {@link DatabaseDamaged}. */
export async function openEmbedded(
  dataDir: string,
  archive: string | null,
): Promise<{ pg: PGlite; close: () => Promise<void> }> {
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  const heldLock = lock(join(dataDir, "database.lock"));
  const folder = join(dataDir, "database");
  try {
    if (!existsSync(folder)) await create(folder, archive);
    if (!requiredFiles.every((file) => existsSync(join(folder, file)))) {
      throw new DatabaseDamaged(
        `${folder} is not a whole database. Nothing was changed. ${remedy}`,
      );
    }
    const pg = await start(folder).catch((error: Error) => {
      // System errors, which say nothing about the folder.
      if ("code" in error || error instanceof TooLittleMemory) throw error;
      throw new DatabaseDamaged(`${folder} cannot be opened (${error.message}). ${remedy}`, {
        cause: error,
      });
    });
    return {
      pg,
      close: async () => {
        await pg.close();
        heldLock.close();
      },
    };
  } catch (error) {
    heldLock.close();
    throw error;
  }
}

export async function openMemory(archive: string | null): Promise<PGlite> {
  const pg = new GuardedPGlite({ startParams, extensions, ...loadOptions(archive) });
  await pg.waitReady;
  return pg;
}

function loadOptions(archive: string | null): PGliteOptions {
  return archive && existsSync(archive) ? { loadDataDir: new Blob([readFileSync(archive)]) } : {};
}
