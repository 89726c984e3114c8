import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir, userInfo } from "node:os";
import { join } from "node:path";
import { emptyReport, fromPlaywright, type Report, readReport } from "./test-report.ts";

const root = join(import.meta.dirname, "..");

/** Debian's, as root; otherwise it says which to install and ends. */
export function installPackages(missing: readonly string[]): void {
  if (missing.length === 0) return;
  if (userInfo().uid !== 0 || !existsSync("/usr/bin/apt-get")) {
    console.error(`Please install first: apt-get install ${missing.join(" ")}`);
    process.exit(1);
  }
  const quietly = {
    stdio: ["ignore", "ignore", "inherit"] as ["ignore", "ignore", "inherit"],
    env: { ...process.env, DEBIAN_FRONTEND: "noninteractive" },
  };
  execFileSync("apt-get", ["update", "-qq"], quietly);
  execFileSync("apt-get", ["install", "-y", "-qq", "--no-install-recommends", ...missing], quietly);
}

/**
 * Runs a program and prints what it said once it has ended, since other steps run at the same time.
 * Returns whether it succeeded, and what it said.
 */
async function run(
  title: string,
  file: string,
  args: readonly string[] = [],
  env: Record<string, string> = {},
): Promise<{ passed: boolean; said: string }> {
  const began = performance.now();
  const child = spawn(process.execPath, [join(root, file), ...args], {
    cwd: root,
    stdio: ["ignore", "pipe", "pipe"],
    env: { ...process.env, ...env },
  });
  const said: Buffer[] = [];
  const listen = (chunk: Buffer) => said.push(chunk);
  child.stdout.on("data", listen);
  child.stderr.on("data", listen);
  const [code] = (await once(child, "close")) as [number | null];
  const seconds = Math.round((performance.now() - began) / 1_000);
  console.log(`\n── ${title}: ${code === 0 ? "passed" : "failed"} in ${seconds} s`);
  const whole = Buffer.concat(said);
  process.stdout.write(whole);
  return { passed: code === 0, said: whole.toString() };
}

export async function runCheck(
  title: string,
  file: string,
  args: readonly string[] = [],
): Promise<Report> {
  const { passed, said } = await run(title, file, args);
  return {
    ...emptyReport(),
    passed: passed ? 1 : 0,
    failed: passed ? 0 : 1,
    failures: passed ? [] : [{ name: title, reason: lastOf(said) }],
  };
}

/** Enough to see why, where only the end of a log is kept. */
const lastOf = (said: string) => said.slice(-4_000);

export async function checkSources(): Promise<Report[]> {
  await run("route types", "node_modules/@react-router/dev/bin.cjs", ["typegen"]);
  return [
    await runCheck("format", "node_modules/oxfmt/bin/oxfmt", ["--check"]),
    await runCheck("types", "node_modules/typescript/bin/tsc"),
    await runCheck("lint", "node_modules/oxlint/bin/oxlint", ["--deny-warnings"]),
  ];
}

/** Runs a test runner that writes its report to REPORT_FILE. */
async function runTests(
  title: string,
  file: string,
  args: readonly string[],
  read?: (json: never) => Report,
): Promise<Report> {
  const folder = mkdtempSync(join(tmpdir(), "report-"));
  const report = join(folder, "report.json");
  const { passed, said } = await run(title, file, args, { REPORT_FILE: report });
  const found = readReport(passed, report, read);
  rmSync(folder, { recursive: true });
  if (!passed && found.failures.length === 0)
    found.failures.push({ name: title, reason: lastOf(said) });
  return found;
}

/** Runs some of Vitest's projects, or the files of theirs that match a filter. */
export function runVitest(
  title: string,
  projects: readonly string[],
  args: readonly string[] = [],
): Promise<Report> {
  return runTests(title, "node_modules/vitest/vitest.mjs", [
    "run",
    "--reporter=default",
    `--reporter=${join(root, "scripts/vitest-report.ts")}`,
    ...projects.map((name) => `--project=${name}`),
    ...args,
  ]);
}

export function runJourneys(): Promise<Report> {
  const runner = "node_modules/@playwright/test/cli.js";
  return runTests("journeys in the browser", runner, ["test"], fromPlaywright);
}
