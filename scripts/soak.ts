import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { ensureBuild } from "./build.ts";

/*
 * `npm run test:soak [-- --minutes N] [FILTER]`: long faults, 20,000 random requests, 60 kills, tables
 * locked for a minute, and N minutes (10) of load on each database. It needs an idle machine.
 */

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { minutes: { type: "string", default: "10" } },
});
if (!(Number(values.minutes) > 0)) {
  console.error("Usage: npm run test:soak [-- --minutes N] [FILTER]");
  process.exit(1);
}
await ensureBuild();
const root = join(import.meta.dirname, "..");
const { status } = spawnSync(
  process.execPath,
  ["node_modules/vitest/vitest.mjs", "run", "--project=soak", ...positionals],
  {
    cwd: root,
    stdio: "inherit",
    env: {
      ...process.env,
      SOAK_MINUTES: values.minutes,
      FUZZ_REQUESTS: process.env.FUZZ_REQUESTS ?? "20000",
      KILLS: process.env.KILLS ?? "60",
      HELD_SECONDS: process.env.HELD_SECONDS ?? "60",
    },
  },
);
process.exit(status ?? 1);
