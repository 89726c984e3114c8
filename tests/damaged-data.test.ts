import { execFile } from "node:child_process";
import { mkdirSync, readdirSync, readFileSync, renameSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, expect, onTestFinished, test, vi } from "vitest";
import { openEmbedded } from "#app/server/database/embedded.server.ts";
import { installationSecret } from "#app/server/secret.server.ts";
import { createStore } from "./support/store.ts";

/* A data folder of which something is lost is said to be so, in one line, and stays as it is. */

const { dataDir, remove } = await createStore("embedded");
const database = join(dataDir, "database");
const aside = join(dataDir, "aside");

afterAll(remove);

const entries = () =>
  readdirSync(database, { recursive: true }).map((name) => [
    name,
    statSync(join(database, String(name))).size,
  ]);

test.for([
  "PG_VERSION",
  "postgresql.conf",
  "pg_hba.conf",
  "base",
  "global",
  "global/pg_control",
  "pg_wal",
  "pg_xact",
  "pg_multixact",
  "pg_commit_ts",
  "pg_notify",
  "pg_replslot",
  "pg_twophase",
])("without %s it is not a whole database, and nothing is changed", async (lost) => {
  renameSync(join(database, lost), aside);
  const before = entries();
  const message =
    `${database} is not a whole database. Nothing was changed. ` +
    "Move it away and restore a backup into an empty folder.";
  await expect(openEmbedded(dataDir, null)).rejects.toMatchObject({
    name: "DatabaseDamaged",
    message,
  });
  expect(entries()).toEqual(before);
  renameSync(aside, join(database, lost));
});

test("a database that gets no memory is not called damaged, and opens when there is some", async () => {
  const memory = vi.spyOn(WebAssembly, "Memory").mockImplementation(function () {
    throw new RangeError("WebAssembly.Memory(): could not allocate memory");
  });
  onTestFinished(() => memory.mockRestore());
  const before = entries();
  await expect(openEmbedded(dataDir, null)).rejects.toMatchObject({
    name: "TooLittleMemory",
    message: expect.stringContaining(`${dataDir} needs more memory than is free.`),
  });
  expect(entries()).toEqual(before);
  memory.mockRestore();
  const { close } = await openEmbedded(dataDir, null);
  await close();
});

test("a database with damaged files cannot be opened", async () => {
  renameSync(join(database, "pg_wal"), aside);
  mkdirSync(join(database, "pg_wal"));
  await expect(openEmbedded(dataDir, null)).rejects.toMatchObject({
    name: "DatabaseDamaged",
    message: expect.stringMatching(
      /^\S+ cannot be opened \([^\n]+\)\. Move it away and restore a backup into an empty folder\.$/,
    ),
  });
});

test.for(["", "\n", "cut short", "\0".repeat(43)])(
  "a secret that is %j is not used, and stays",
  (content) => {
    const file = join(dataDir, "auth-secret");
    writeFileSync(file, content);
    expect(() => installationSecret({ AUTH_SECRET: undefined, DATA_DIR: dataDir })).toThrow(
      `${file} is empty or damaged.`,
    );
    expect(readFileSync(file, "utf8")).toBe(content);
  },
);

test("processes that start at once in an empty folder use one secret", async () => {
  const DATA_DIR = join(dataDir, "together");
  const module = new URL("../app/server/secret.server.ts", import.meta.url).href;
  const program =
    `const { installationSecret } = await import(${JSON.stringify(module)}); ` +
    // Asleep until all have started.
    `Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ${Date.now() + 2500} - Date.now()); ` +
    `process.stdout.write(installationSecret(${JSON.stringify({ DATA_DIR })}));`;
  const secrets = await Promise.all(
    Array.from({ length: 4 }, async () => {
      const { stdout } = await promisify(execFile)(process.execPath, [
        "--input-type=module",
        "-e",
        program,
      ]);
      return stdout;
    }),
  );
  expect(new Set(secrets)).toEqual(new Set([installationSecret({ DATA_DIR })]));
  expect(readdirSync(DATA_DIR)).toEqual(["auth-secret"]);
});

test("a secret is made once and stays the same", () => {
  const settings = { AUTH_SECRET: undefined, DATA_DIR: join(dataDir, "new") };
  const secret = installationSecret(settings);
  expect(secret).toMatch(/^[\w-]{43}$/);
  expect(installationSecret(settings)).toBe(secret);
  expect(statSync(join(settings.DATA_DIR, "auth-secret")).mode & 0o777).toBe(0o600);
});
