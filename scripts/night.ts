import { parseArgs } from "node:util";
import { ensureBuild } from "./build.ts";
import { runVitest } from "./steps.ts";
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
await ensureBuild();
endWith([await runVitest("the night's tests", ["night"], positionals)]);
