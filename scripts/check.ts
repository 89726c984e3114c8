import { execFileSync } from "node:child_process";
import { checkSources, runVitest } from "./steps.ts";
import { endWith } from "./test-report.ts";

/*
 * `npm run check`, for while you work: no build, and on the embedded database the domain tests that load
 * what has changed since the main branch, with those that read the sources.
 */

/** They read files instead of loading them. */
const readers = ["architecture", "files", "paths"].map((name) => `tests/${name}.test.ts`);

function lastCommon(): string {
  try {
    const told = execFileSync("git", ["merge-base", "HEAD", "origin/main"], {
      stdio: ["ignore", "pipe", "ignore"],
    });
    return told.toString().trim();
  } catch {
    return "HEAD";
  }
}

async function domainTests() {
  const changed = [`--changed=${lastCommon()}`, "--passWithNoTests"];
  return [
    await runVitest("tests of the sources", ["embedded"], readers),
    await runVitest("domain tests of what changed", ["embedded"], changed),
  ];
}

const [sources, domain] = await Promise.all([checkSources(), domainTests()]);
endWith([...sources, ...domain]);
