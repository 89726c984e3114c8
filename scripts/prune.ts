import { readFileSync, rmSync } from "node:fs";

/*
 * Deletes the packages that only a build or a test needs. `npm prune --omit=dev` keeps a hundred megabytes of
 * them: optional peers of others, and what those bring along.
 */

type Names = Record<string, unknown>;
type Locked = { dependencies?: Names; optionalDependencies?: Names };
const { packages } = JSON.parse(readFileSync("package-lock.json", "utf8")) as {
  packages: Record<string, Locked>;
};
const needed = new Set<string>();

function need(path: string): void {
  if (needed.has(path)) return;
  needed.add(path);
  const { dependencies, optionalDependencies } = packages[path]!;
  for (const name of Object.keys({ ...dependencies, ...optionalDependencies })) {
    const found = foldersAbove(path).find((folder) => packages[`${folder}node_modules/${name}`]);
    if (found !== undefined) need(`${found}node_modules/${name}`);
  }
}

/** From the package's own to the project's, each empty or with a slash at its end. */
function foldersAbove(path: string): string[] {
  if (path === "") return [""];
  return [
    `${path}/`,
    ...foldersAbove(path.slice(0, path.lastIndexOf("node_modules/")).slice(0, -1)),
  ];
}

need("");
for (const path of Object.keys(packages))
  if (!needed.has(path)) rmSync(path, { recursive: true, force: true });
