import { existsSync, writeFileSync } from "node:fs";
import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { findPostgres } from "../tests/support/postgres.ts";
import { startSite, temporaryDataDir } from "../tests/support/site.ts";
import { clickColumns, measureClicks } from "./clicks.ts";
import { measureViews, viewColumns } from "./first-view.ts";
import { memoryColumns } from "./growth.ts";
import { measureQueries, queryColumns, rows } from "./lists.ts";
import { loadColumns, measureLoad } from "./load.ts";
import { nginx } from "../tests/support/nginx.ts";
import { measurePages, pageColumns } from "./pages.ts";
import { measureStarts, startColumns } from "./starts.ts";
import { type Column, table } from "./table.ts";
import { ensureBuild } from "../scripts/build.ts";

/*
 * `npm run bench [-- --rounds N --seconds N]`: measures the built site on this machine, prints tables and writes
 * `build/bench.json`. Figures are medians over interleaved rounds; run it with nothing else going on.
 */

const { values } = parseArgs({
  options: { rounds: { type: "string", default: "3" }, seconds: { type: "string", default: "3" } },
});
const [rounds, seconds] = [Number(values.rounds), Number(values.seconds)];

const chromium = process.env.CHROMIUM ?? "/usr/bin/chromium";
const missing = [
  ...(existsSync(nginx) ? [] : ["nginx-light"]),
  ...(spawnSync("wrk", ["-v"]).error ? ["wrk"] : []),
  ...(existsSync(chromium) ? [] : ["chromium"]),
  ...(findPostgres() ? [] : ["postgresql"]),
];
if (missing.length > 0) {
  console.error(`Please install first: apt-get install ${missing.join(" ")}`);
  process.exit(1);
}

function show<T>(
  title: string,
  columns: readonly Column<T>[],
  figures: readonly T[],
): readonly T[] {
  console.log(`\n${title}\n\n${table(columns, figures)}`);
  return figures;
}

process.env.LOG_LEVEL ??= "warn";
await ensureBuild();
const measured = await measureLoad(rounds, seconds);
const load = show(
  `Requests, median of ${rounds} rounds, each beside nginx sending the same page`,
  loadColumns,
  measured.load,
);
const memory = show("Memory, shared pages counted once", memoryColumns, measured.memory);
const starts = show(
  `From starting the process to its first answer, median of ${rounds}`,
  startColumns,
  await measureStarts(rounds),
);

const { dataDir, remove } = temporaryDataDir();
const site = await startSite(dataDir);
try {
  const pages = show(
    `First view of every public page, Lighthouse mobile, median of ${rounds}`,
    pageColumns,
    await measurePages(site.url, rounds),
  );
  const views = show(
    `The same in Chromium at 150 ms, 1.6 Mbit/s and a quarter of the processor, median of ${rounds}`,
    viewColumns,
    await measureViews(site.url, rounds),
  );
  const clicks = show("and from page to page", clickColumns, await measureClicks(site.url, rounds));
  const queries = show(
    `The admin with ${rows.toLocaleString("en-AU")} rows of each kind on PostgreSQL, median`,
    queryColumns,
    await measureQueries(Math.max(rounds, 5)),
  );
  const at = new Date().toISOString();
  const figures = { at, rounds, load, memory, starts, pages, views, clicks, queries };
  writeFileSync(
    join(import.meta.dirname, "../build/bench.json"),
    `${JSON.stringify(figures, null, 2)}\n`,
  );
} finally {
  await site.stop();
  remove();
}
