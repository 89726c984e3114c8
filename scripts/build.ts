import { spawn } from "node:child_process";
import { once } from "node:events";
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { readFile, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { extname, join } from "node:path";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";

/*
 * `npm run build`: pictures, pages and scripts, compressed files, and a migrated, empty database that
 * makes the first start quick.
 */

const root = join(import.meta.dirname, "..");
const client = join(root, "build/client");

export async function ensureBuild(): Promise<void> {
  if (
    !existsSync(join(root, "build/server/index.js")) ||
    !existsSync(join(root, "build/database.tar.gz"))
  )
    await build();
}

/** @param isQuiet what the tools say is printed only where one of them fails */
export async function build({ isQuiet = false } = {}): Promise<void> {
  // Beside each other, since each keeps about one core busy.
  const [database] = await Promise.all([prepareDatabase(), buildPages(isQuiet)]);
  // Last: where it is there, so is the rest.
  writeFileSync(join(root, "build/database.tar.gz"), database);
}

async function buildPages(isQuiet: boolean): Promise<void> {
  await run(isQuiet, "scripts/pictures.ts");
  await run(isQuiet, "node_modules/@react-router/dev/bin.cjs", "build");
  // Imported here: the server imports this file, and has no packages that only a build needs.
  const { withUsedRules } = await import("../app/document/page-styles.server.ts");
  for (const page of readdirSync(client, { recursive: true, encoding: "utf8" })) {
    if (!page.endsWith(".html")) continue;
    const file = join(client, page);
    writeFileSync(file, withUsedRules(readFileSync(file, "utf8")));
  }
  await writeContent();
  await compress();
}

async function run(isQuiet: boolean, file: string, ...args: string[]): Promise<void> {
  const child = spawn(process.execPath, [file, ...args], {
    cwd: root,
    stdio: ["ignore", isQuiet ? "pipe" : "inherit", isQuiet ? "pipe" : "inherit"],
    env: { ...process.env, NODE_ENV: "production" },
  });
  const said: Buffer[] = [];
  for (const stream of [child.stdout, child.stderr])
    stream?.on("data", (chunk: Buffer) => said.push(chunk));
  const [code] = await once(child, "close");
  if (code === 0) return;
  process.stderr.write(Buffer.concat(said));
  throw new Error(`${file} has failed.`);
}

/** The default words, as the application reads them. */
async function writeContent(): Promise<void> {
  const { makeContentState } = await import("../app/content/state.server.ts");
  const { content, url } = makeContentState();
  mkdirSync(join(client, "content"));
  writeFileSync(join(client, url), JSON.stringify(content));
}

const compressible = new Set([".js", ".css", ".svg", ".json"]);

/** Not pages, sitemap.xml and robots.txt: the server inserts its origin and compresses them itself. */
async function compress(): Promise<void> {
  const entries = readdirSync(client, { recursive: true, withFileTypes: true });
  const compressFile = async (file: string) => {
    const body = await readFile(file);
    if (body.length < 256) return;
    const params = { [constants.BROTLI_PARAM_QUALITY]: 11 };
    await writeFile(`${file}.br`, await promisify(brotliCompress)(body, { params }));
    await writeFile(`${file}.gz`, await promisify(gzip)(body, { level: 9 }));
  };
  await Promise.all(
    entries
      .filter((entry) => entry.isFile() && compressible.has(extname(entry.name)))
      .map((entry) => compressFile(join(entry.parentPath, entry.name))),
  );
}

async function prepareDatabase(): Promise<Buffer> {
  process.env.LOG_LEVEL ??= "warn";
  const { openEmbeddedDatabase } = await import("../app/server/database/db.server.ts");
  const { closeQueue, openQueue } = await import("../app/server/jobs/queue.server.ts");
  const folder = mkdtempSync(join(tmpdir(), "prepare-"));
  const database = await openEmbeddedDatabase(folder);
  await openQueue(database);
  await closeQueue();
  if (database.source.kind !== "embedded")
    throw new Error("The prepared database must be the embedded one.");
  const archive = await database.source.pg.dumpDataDir("gzip");
  await database.close();
  rmSync(folder, { recursive: true });
  return Buffer.from(await archive.arrayBuffer());
}

if (import.meta.main) await build();
