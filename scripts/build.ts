import { execFileSync } from "node:child_process";
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { extname, join } from "node:path";
import { brotliCompressSync, constants, gzipSync } from "node:zlib";

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

export async function build(): Promise<void> {
  const run = (file: string, ...args: string[]) =>
    execFileSync(process.execPath, [file, ...args], {
      cwd: root,
      stdio: ["ignore", "inherit", "inherit"],
      env: { ...process.env, NODE_ENV: "production" },
    });
  run("scripts/pictures.ts");
  run("node_modules/@react-router/dev/bin.cjs", "build");
  // Imported here: the server imports this file, and has no packages that only a build needs.
  const { withUsedRules } = await import("../app/document/page-styles.server.ts");
  for (const page of readdirSync(client, { recursive: true, encoding: "utf8" })) {
    if (!page.endsWith(".html")) continue;
    const file = join(client, page);
    writeFileSync(file, withUsedRules(readFileSync(file, "utf8")));
  }
  await writeContent();
  compress();
  await prepareDatabase();
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
function compress(): void {
  for (const entry of readdirSync(client, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile() || !compressible.has(extname(entry.name))) continue;
    const file = join(entry.parentPath, entry.name);
    const body = readFileSync(file);
    if (body.length < 256) continue;
    writeFileSync(
      `${file}.br`,
      brotliCompressSync(body, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } }),
    );
    writeFileSync(`${file}.gz`, gzipSync(body, { level: 9 }));
  }
}

async function prepareDatabase(): Promise<void> {
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
  writeFileSync(join(root, "build/database.tar.gz"), Buffer.from(await archive.arrayBuffer()));
  await database.close();
  rmSync(folder, { recursive: true });
}

if (import.meta.main) await build();
