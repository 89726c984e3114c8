import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { nginx } from "../tests/support/nginx.ts";
import { findPostgres } from "../tests/support/postgres.ts";
import { testBrowser } from "./browser.ts";
import { checkSources, installPackages, runCheck, runJourneys, runVitest } from "./steps.ts";
import { endWith, type Report } from "./test-report.ts";

/*
 * `npm test`: builds and runs everything but what belongs to the night, in two lanes for two cores. As
 * root on Debian it installs what is missing.
 */

function installWhatIsMissing(): void {
  const hasJava = spawnSync("java", ["-version"], { stdio: "ignore" }).status === 0;
  const hasCaddy = spawnSync("caddy", ["version"], { stdio: "ignore" }).status === 0;
  const missing = [
    ...(existsSync(testBrowser.executablePath) ? [] : ["chromium-headless-shell"]),
    ...(findPostgres() ? [] : ["postgresql"]),
    ...(hasJava ? [] : ["default-jre-headless"]),
    ...(hasCaddy ? [] : ["caddy"]),
    ...(existsSync(nginx) ? [] : ["nginx-light"]),
  ];
  installPackages(missing);
}

async function browserLane(build: Promise<Report>): Promise<Report[]> {
  return [
    await build,
    await runCheck("pictures match their sources", "scripts/pictures.ts", ["--check"]),
    await runCheck("icons match their source", "scripts/icons.ts", ["--check"]),
    await runCheck("valid HTML", "scripts/validate-html.ts"),
    await runJourneys(),
  ];
}

async function sourceLane(build: Promise<Report>): Promise<Report[]> {
  const domain = await runVitest("domain tests", ["embedded", "postgres"]);
  // What follows reads what the build makes, and towards its end it writes the types of the routes anew.
  await build;
  return [
    domain,
    ...(await checkSources()),
    // They wait for processes more than they compute, so that both cores have something to do.
    await runVitest(
      "process tests",
      ["installation", "process", "process-embedded"],
      ["--maxWorkers=2"],
    ),
  ];
}

installWhatIsMissing();
const build = runCheck("build", "scripts/build.ts");
const lanes = await Promise.all([browserLane(build), sourceLane(build)]);
endWith(lanes.flat());
