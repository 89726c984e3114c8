import { existsSync, writeFileSync } from "node:fs";
import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { findPostgres } from "../tests/support/postgres.ts";
import { startSite, temporaryDataDir } from "../tests/support/site.ts";
import { homeColumns, measureHome } from "./browser/home.ts";
import { clickColumns, measureClicks } from "./browser/clicks.ts";
import { measureTaps, tapColumns } from "./browser/taps.ts";
import { measureViews, viewColumns } from "./first-view.ts";
import { freeTimesColumns, measureFreeTimes } from "./free-times.ts";
import { dynamicColumns, measureDynamic } from "./dynamic.ts";
import { idleColumns, measureIdle } from "./idle.ts";
import { memoryColumns } from "./growth.ts";
import { loadColumns, measureLoad } from "./load.ts";
import { nginx } from "../tests/support/nginx.ts";
import { measurePages, pageColumns } from "./browser/pages.ts";
import { besideColumns, growthColumns, measurePublishing, waitColumns } from "./publishing.ts";
import { measurePdfs, pdfColumns } from "./pdfs.ts";
import { measureStarts, startColumns } from "./starts.ts";
import { type Column, table } from "./table.ts";
import { runnerImport } from "vite";
import { ensureBuild } from "../scripts/build.ts";

/*
 * `npm run bench [-- --rounds N --seconds N PART]`: measures the built site on this machine and prints
 * tables; without the name of a part all of them, and writes `build/bench.json`. Figures are medians over
 * interleaved rounds; run it with nothing else going on.
 */

const { values, positionals } = parseArgs({
  allowPositionals: true,
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

/** Through Vite: what it asks leads to modules with JSX. */
const lists = async () => {
  const options = { configFile: false, logLevel: "error" } as const;
  const file = join(import.meta.dirname, "lists.ts");
  return (await runnerImport<typeof import("./lists.ts")>(file, options)).module;
};

type Figures = Record<string, readonly unknown[]>;

async function withSite(measure: (site: string) => Promise<Figures>): Promise<Figures> {
  const { dataDir, remove } = temporaryDataDir();
  const site = await startSite(dataDir);
  try {
    return await measure(site.url);
  } finally {
    await site.stop();
    remove();
  }
}

async function measureFirstViews(url: string): Promise<Figures> {
  const pages = show(
    `First view of every public page, Lighthouse mobile, median of ${rounds}`,
    pageColumns,
    await measurePages(url, rounds),
  );
  const views = show(
    `The same in Chromium at 150 ms, 1.6 Mbit/s and a quarter of the processor, median of ${rounds}`,
    viewColumns,
    await measureViews(url, rounds),
  );
  const clicks = show("and from page to page", clickColumns, await measureClicks(url, rounds));
  const taps = show("and on a phone", tapColumns, await measureTaps(url, rounds));
  return { pages, views, clicks, taps };
}

const parts: Readonly<Record<string, () => Promise<Figures>>> = {
  async load() {
    const measured = await measureLoad(rounds, seconds);
    const load = show(
      `Requests, median of ${rounds} rounds, each beside nginx sending the same page`,
      loadColumns,
      measured.load,
    );
    return {
      load,
      memory: show("Memory, shared pages counted once", memoryColumns, measured.memory),
    };
  },
  async pdfs() {
    return { pdfs: show("Answers while PDFs are drawn", pdfColumns, await measurePdfs()) };
  },
  async publishing() {
    const { beside, waits, growth } = await measurePublishing(rounds, seconds);
    show(`The home page while the owner publishes, median of ${rounds}`, besideColumns, beside);
    show("Words on their way to a visitor", waitColumns, waits);
    show("Memory over 200 publications, shared pages counted once", growthColumns, growth);
    return { beside, waits, growth };
  },
  async starts() {
    const title = `From starting the process to its first answer, median of ${rounds}`;
    return { starts: show(title, startColumns, await measureStarts(rounds)) };
  },
  home: () =>
    withSite(async (url) => {
      const title = `Home beside a plain page that nginx sends, median of ${rounds}`;
      return { home: show(title, homeColumns, await measureHome(url, rounds)) };
    }),
  views: () => withSite(measureFirstViews),
  async dynamic() {
    const title = `A page with one row of PostgreSQL, median of ${rounds}`;
    return { dynamic: show(title, dynamicColumns, await measureDynamic(rounds, seconds)) };
  },
  async idle() {
    return { idle: show("While nobody visits", idleColumns, await measureIdle()) };
  },
  async queries() {
    const { listPageColumns, measureQueries, queryColumns } = await lists();
    const title = "The admin with so many rows of each kind on PostgreSQL, median";
    const { queryFigures, pages } = await measureQueries(Math.max(rounds, 5));
    return {
      queries: show(title, queryColumns, queryFigures),
      adminPages: show("and its pages, by their ratio", listPageColumns, pages),
    };
  },
  async times() {
    const title = "The times to book in 60 days with 2,000 entries, median";
    return { freeTimes: show(title, freeTimesColumns, await measureFreeTimes(50)) };
  },
};

const chosen = positionals.length > 0 ? positionals : Object.keys(parts);
if (!chosen.every((part) => Object.hasOwn(parts, part))) {
  const names = Object.keys(parts).join(", ");
  console.error(`Usage: npm run bench [-- --rounds N --seconds N PART], with a part of ${names}.`);
  process.exit(1);
}

process.env.LOG_LEVEL ??= "warn";
await ensureBuild();
const figures: Figures = {};
for (const part of chosen) Object.assign(figures, await parts[part]!());
if (positionals.length === 0)
  writeFileSync(
    join(import.meta.dirname, "../build/bench.json"),
    `${JSON.stringify({ at: new Date().toISOString(), rounds, ...figures }, null, 2)}\n`,
  );
