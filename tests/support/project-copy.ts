import { cpSync, mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

const root = join(import.meta.dirname, "../..");
const excluded = new Set([
  ".git",
  ".env",
  "build",
  "data",
  "node_modules",
  "test-results",
  "tests",
]);

/** A fresh clone of the project, by default with its packages, for what builds or reads a `.env`. */
export function copyOfProject({ packages: withPackages = true } = {}): {
  folder: string;
  remove: () => void;
} {
  const folder = mkdtempSync(join(tmpdir(), "copy-"));
  for (const name of readdirSync(root))
    if (!excluded.has(name)) cpSync(join(root, name), join(folder, name), { recursive: true });
  const remove = () => rmSync(folder, { recursive: true, force: true });
  if (!withPackages) return { folder, remove };
  // Packages are shared, but not the caches beside them, whose names begin with a dot.
  const packages = join(folder, "node_modules");
  mkdirSync(packages);
  for (const name of readdirSync(join(root, "node_modules")))
    if (!name.startsWith(".")) symlinkSync(join(root, "node_modules", name), join(packages, name));
  return { folder, remove };
}
