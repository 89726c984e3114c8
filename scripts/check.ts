import { execFileSync } from "node:child_process";
import { globSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { checkSources, runVitest } from "./steps.ts";
import { endWith } from "./test-report.ts";

/*
 * `npm run check`, for while you work: no build, and on the embedded database the domain tests near what
 * has changed since the main branch, with those that read the sources.
 */

/** They read files instead of loading them. */
const readers = ["architecture", "files", "paths"].map((name) => `tests/${name}.test.ts`);

function git(...args: string[]): string[] {
  try {
    const told = execFileSync("git", args, { stdio: ["ignore", "pipe", "ignore"] });
    return told.toString().split("\n").filter(Boolean);
  } catch {
    return [];
  }
}

/** Tests that load what has changed, or load what loads it; `npm test` runs those further away. */
function testsNearChanges(): string[] {
  const [base = "HEAD"] = git("merge-base", "HEAD", "origin/main");
  const near = new Set([
    ...git("diff", "--name-only", base),
    ...git("ls-files", "--others", "--exclude-standard"),
  ]);
  const files = globSync("{app,tests}/**/*.{ts,tsx}").map((file) => ({
    file,
    loaded: [
      ...readFileSync(file, "utf8").matchAll(
        /^(?:im|ex)port (?!type )[^;]*?from "([#.][^"]+)"|import\("([#.][^"]+)"\)/gm,
      ),
    ].map(([, named, whole]) => target(file, (named ?? whole)!)),
  }));
  for (const _ of ["what loads it", "what loads that"]) {
    const loading = files.filter(({ loaded }) => loaded.some((one) => near.has(one)));
    // Nearly all tests load the helpers of tests.
    for (const { file } of loading) if (!file.startsWith("tests/support/")) near.add(file);
  }
  return [...near].filter((file) => /^(app\/.*|tests\/[^/]*)\.test\.tsx?$/.test(file));
}

const target = (from: string, name: string) =>
  name.startsWith("#") ? name.slice(1) : join(dirname(from), name);

const filters = [...readers, ...testsNearChanges()];
const [sources, domain] = await Promise.all([
  checkSources(),
  runVitest("tests near what changed", ["embedded"], filters),
]);
endWith([...sources, domain]);
