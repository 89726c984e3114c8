import { execFileSync, spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { userInfo } from "node:os";
import { nginx } from "../tests/support/nginx.ts";
import { findPostgres } from "../tests/support/postgres.ts";
import { runCheck, checkSources, runTests, runVitest } from "./steps.ts";
import { endWith, fromPlaywright } from "./test-report.ts";

/* `npm test`: builds and runs everything. As root on Debian it installs what is missing. */

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
endWith([
  runCheck("build", "scripts/build.ts"),
  runCheck("pictures match their sources", "scripts/pictures.ts", ["--check"]),
  runCheck("icons match their source", "scripts/icons.ts", ["--check"]),
  runCheck("valid HTML", "scripts/validate-html.ts"),
  ...checkSources(),
  runVitest("domain and process tests"),
  runTests(
    "journeys in the browser",
    "node_modules/@playwright/test/cli.js",
    ["test"],
    fromPlaywright,
  ),
]);
