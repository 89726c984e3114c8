import { existsSync } from "node:fs";
import { userInfo } from "node:os";
import { parseArgs } from "node:util";
import { ensureBuild } from "./build.ts";
import { installPackages, runVitest } from "./steps.ts";
import { endWith } from "./test-report.ts";

/*
 * `npm run test:night [-- --minutes N] [FILTER]`: what kills, floods, starts proxies or waits. With
 * `--minutes` it takes hours: so many minutes of load on each database, 20,000 random requests, 60 kills
 * a test, and tables locked for a minute. It needs an idle machine.
 */

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { minutes: { type: "string" } },
});
if (values.minutes !== undefined) {
  if (!(Number(values.minutes) > 0)) {
    console.error("Usage: npm run test:night [-- --minutes N] [FILTER]");
    process.exit(1);
  }
  process.env.SOAK_MINUTES = values.minutes;
  process.env.FUZZ_REQUESTS ??= "20000";
  process.env.KILLS ??= "60";
  process.env.HELD_SECONDS ??= "60";
  process.env.HISTORIES ??= "1000";
}
const programs = { buildah: "/usr/bin/buildah", debootstrap: "/usr/sbin/debootstrap" };
// Anybody else has no use for them: what they make needs root.
if (userInfo().uid === 0)
  installPackages(
    Object.entries(programs).flatMap(([name, path]) => (existsSync(path) ? [] : [name])),
  );
await ensureBuild();
endWith([await runVitest("the night's tests", ["night", "night-alone"], positionals)]);
