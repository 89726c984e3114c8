import { execFileSync } from "node:child_process";
import { cpSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, relative } from "node:path";
import { expect, test } from "vitest";

const root = join(import.meta.dirname, "..");

test("the migrations make exactly the tables that the code knows", () => {
  const copy = mkdtempSync(join(tmpdir(), "migrations-"));
  cpSync(join(root, "migrations"), copy, { recursive: true });
  // The generator compares the tables with the last migration; nothing new must come of it.
  execFileSync(process.execPath, ["node_modules/drizzle-kit/bin.cjs", "generate", "--dialect=postgresql", "--schema=./app/server/tables.server.ts", `--out=${relative(root, copy)}`], { cwd: root });
  expect(readdirSync(copy).sort()).toEqual(readdirSync(join(root, "migrations")).sort());
  rmSync(copy, { recursive: true });
}, 30_000);
