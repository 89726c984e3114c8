import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Report, readReport } from "./test-report.ts";

const root = join(import.meta.dirname, "..");

/** Returns whether the program succeeded. */
export function run(
  title: string,
  file: string,
  args: readonly string[] = [],
  env: Record<string, string> = {},
): boolean {
  console.log(`\n── ${title}`);
  const { status } = spawnSync(process.execPath, [join(root, file), ...args], {
    cwd: root,
    stdio: ["ignore", "inherit", "inherit"],
    env: { ...process.env, ...env },
  });
  return status === 0;
}

export function runCheck(title: string, file: string, args: readonly string[] = []): Report {
  const passed = run(title, file, args);
  return { passed: passed ? 1 : 0, failed: passed ? 0 : 1, skipped: [], failures: [] };
}

export function checkSources(): Report[] {
  run("route types", "node_modules/@react-router/dev/bin.cjs", ["typegen"]);
  return [
    runCheck("format", "node_modules/oxfmt/bin/oxfmt", ["--check"]),
    runCheck("types", "node_modules/typescript/bin/tsc"),
    runCheck("lint", "node_modules/oxlint/bin/oxlint", ["--deny-warnings"]),
  ];
}

/** Runs a test runner that writes its report to REPORT_FILE. */
export function runTests(
  title: string,
  file: string,
  args: readonly string[],
  read?: (json: never) => Report,
): Report {
  const folder = mkdtempSync(join(tmpdir(), "report-"));
  const report = join(folder, "report.json");
  const passed = run(title, file, args, { REPORT_FILE: report });
  const found = readReport(passed, report, read);
  rmSync(folder, { recursive: true });
  return found;
}

/** Runs Vitest; without projects, all of them. */
export function runVitest(title: string, projects: readonly string[] = []): Report {
  return runTests(title, "node_modules/vitest/vitest.mjs", [
    "run",
    "--reporter=default",
    `--reporter=${join(root, "scripts/vitest-report.ts")}`,
    ...projects.map((name) => `--project=${name}`),
  ]);
}
