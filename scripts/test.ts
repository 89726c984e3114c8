import { execFileSync, spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir, userInfo } from "node:os";
import { join } from "node:path";
import { nginx } from "../tests/support/nginx.ts";
import { findPostgres } from "../tests/support/postgres.ts";
import { fromPlaywright, type Report, readReport, summaryOf } from "./test-report.ts";

/*
 * `npm test`: the whole check. Installs Chromium, PostgreSQL, Caddy and nginx where it may, builds, and runs
 * types, lint, domain tests on both databases, process tests and journeys in the browser.
 * Ends with the sum of all of them, and names what was skipped.
 */

const root = join(import.meta.dirname, "..");
const reports = mkdtempSync(join(tmpdir(), "reports-"));
const found: Report[] = [];

/** Runs a program of ours or of a package; answers whether it went well. */
function run(
  title: string,
  file: string,
  args: string[] = [],
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

/** A step that is one check. */
function check(title: string, file: string, args: string[] = []): void {
  const well = run(title, file, args);
  found.push({ passed: well ? 1 : 0, failed: well ? 0 : 1, skipped: [] });
}

function installWhatIsMissing(): void {
  const chromium = process.env.CHROMIUM ?? "/usr/bin/chromium";
  const hasJava = spawnSync("java", ["-version"], { stdio: "ignore" }).status === 0;
  const hasCaddy = spawnSync("caddy", ["version"], { stdio: "ignore" }).status === 0;
  const missing = [
    ...(existsSync(chromium) ? [] : ["chromium"]),
    ...(findPostgres() ? [] : ["postgresql"]),
    ...(hasJava ? [] : ["default-jre-headless"]),
    ...(hasCaddy ? [] : ["caddy"]),
    ...(existsSync(nginx) ? [] : ["nginx-light"]),
  ];
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

installWhatIsMissing();
check("build", "scripts/build.ts");
check("pictures match their sources", "scripts/pictures.ts", ["--check"]);
check("valid HTML", "scripts/validate-html.ts");
run("route types", "node_modules/@react-router/dev/bin.cjs", ["typegen"]);
check("types", "node_modules/typescript/bin/tsc");
check("format", "node_modules/oxfmt/bin/oxfmt", ["--check"]);
check("lint", "node_modules/oxlint/bin/oxlint", ["--deny-warnings"]);

const vitest = join(reports, "vitest.json");
const vitestArgs = [
  "run",
  "--reporter=default",
  `--reporter=${join(root, "scripts/vitest-report.ts")}`,
];
const vitestWell = run("domain and process tests", "node_modules/vitest/vitest.mjs", vitestArgs, {
  REPORT_FILE: vitest,
});
found.push(readReport(vitestWell, vitest));

const playwright = join(reports, "playwright.json");
const playwrightWell = run(
  "journeys in the browser",
  "node_modules/@playwright/test/cli.js",
  ["test"],
  { REPORT_FILE: playwright },
);
found.push(readReport(playwrightWell, playwright, fromPlaywright));

rmSync(reports, { recursive: true });
console.log(`\n${summaryOf(found)}`);
process.exit(found.every(({ failed }) => failed === 0) ? 0 : 1);
