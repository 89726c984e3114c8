import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { startSite } from "../tests/servers/site.ts";
import { measureQueries, queryColumns, rows } from "./bench/lists.ts";
import { measurePages, pageColumns } from "./bench/pages.ts";
import { table } from "./bench/table.ts";

/*
 * `npm run bench [-- --rounds N]`: measures the back office's queries and the built site on this machine, prints a table and
 * writes `build/bench.json`. Figures are medians over the rounds; run it with nothing else going on.
 */

const { values } = parseArgs({ options: { rounds: { type: "string", default: "3" } } });
const rounds = Number(values.rounds);

const queries = await measureQueries(Math.max(rounds, 5));
console.log(`\nThe back office with ${rows.toLocaleString("en-AU")} rows of each kind on PostgreSQL, median\n`);
console.log(table(queryColumns, queries));

const { ensureBuild } = await import("./build.ts");
await ensureBuild();
const dataDir = mkdtempSync(join(tmpdir(), "bench-"));
const site = await startSite(dataDir);
try {
  const pages = await measurePages(site.url, rounds);
  console.log(`\nFirst view of every public page, Lighthouse mobile, median of ${rounds}\n`);
  console.log(table(pageColumns, pages));
  writeFileSync(join(import.meta.dirname, "../build/bench.json"), `${JSON.stringify({ at: new Date().toISOString(), rounds, queries, pages }, null, 2)}\n`);
} finally {
  await site.stop();
  rmSync(dataDir, { recursive: true, force: true });
}
