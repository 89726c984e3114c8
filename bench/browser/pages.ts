import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { allPages } from "../../app/content/pages.ts";
import { type Column, median } from "../table.ts";

/* The first view of each public page in Lighthouse, on its simulated phone. */

export type Run = {
  performance: number;
  accessibility: number;
  bestPractices: number;
  seo: number;
  fcp: number;
  lcp: number;
  tbt: number;
  mainThread: number;
  layout: number;
  cls: number;
  bytes: number;
  requests: number;
  scripts: number;
};
/** `compressed` is the page with its styles in brotli, in bytes: it must fit into the first 14.6 kB of a connection. */
type PageFigures = Run & { path: string; compressed: number };

const flags =
  "--headless=new --no-sandbox --disable-gpu --disable-quic --no-first-run " +
  "--disable-background-networking --disable-component-update --disable-sync";

export async function measurePages(site: string, rounds: number): Promise<PageFigures[]> {
  const runs = new Map<string, Run[]>(allPages.map(({ path }) => [path, []]));
  // Interleaved, so that a slow minute of the machine does not fall on one page alone.
  for (let round = 0; round < rounds; round++)
    for (const [path, done] of runs) done.push(lighthouse(site + path));
  return Promise.all(
    [...runs].map(async ([path, done]) => ({
      path,
      ...medians(done),
      compressed: await compressedSize(site + path),
    })),
  );
}

async function compressedSize(url: string): Promise<number> {
  const answer = await fetch(url, { headers: { "Accept-Encoding": "br" } });
  await answer.arrayBuffer();
  return Number(answer.headers.get("content-length"));
}

function medians(runs: readonly Run[]): Run {
  const keys = Object.keys(runs[0]!) as (keyof Run)[];
  return Object.fromEntries(keys.map((key) => [key, median(runs.map((run) => run[key]))])) as Run;
}

type Item = {
  transferSize: number;
  resourceType: string;
  url: string;
  group: string;
  duration: number;
};
type Report = {
  categories: Record<string, { score: number }>;
  audits: Record<
    string,
    {
      numericValue?: number;
      details?: { items: Item[] };
    }
  >;
};

/** Lighthouse sometimes loses the start of its trace or never ends; such a run is repeated. */
export function lighthouse(url: string, tries = 5): Run {
  const folder = mkdtempSync(join(tmpdir(), "lighthouse-"));
  const out = join(folder, "report.json");
  const { status, stderr } = spawnSync(
    process.execPath,
    [
      join(import.meta.dirname, "node_modules/lighthouse/cli/index.js"),
      url,
      "--quiet",
      "--output=json",
      `--output-path=${out}`,
      `--chrome-flags=${flags}`,
    ],
    {
      env: { ...process.env, CHROME_PATH: process.env.CHROMIUM ?? "/usr/bin/chromium" },
      encoding: "utf8",
      timeout: 120_000,
    },
  );
  if (status !== 0) {
    rmSync(folder, { recursive: true });
    if (tries > 1 && (status === null || stderr.includes("NO_NAVSTART")))
      return lighthouse(url, tries - 1);
    throw new Error(`Lighthouse failed on ${url}: ${stderr}`);
  }
  const { categories, audits } = JSON.parse(readFileSync(out, "utf8")) as Report;
  rmSync(folder, { recursive: true });
  const score = (name: string) => Math.round((categories[name]?.score ?? 0) * 100);
  const value = (name: string) => audits[name]?.numericValue ?? Number.NaN;
  const requests = (audits["network-requests"]?.details?.items ?? []).filter((item) =>
    item.url.startsWith(new URL(url).origin),
  );
  return {
    performance: score("performance"),
    accessibility: score("accessibility"),
    bestPractices: score("best-practices"),
    seo: score("seo"),
    fcp: value("first-contentful-paint"),
    lcp: value("largest-contentful-paint"),
    tbt: value("total-blocking-time"),
    mainThread: value("mainthread-work-breakdown"),
    layout:
      audits["mainthread-work-breakdown"]?.details?.items.find(
        ({ group }) => group === "styleLayout",
      )?.duration ?? Number.NaN,
    cls: value("cumulative-layout-shift"),
    bytes: requests.reduce((sum, item) => sum + item.transferSize, 0),
    requests: requests.length,
    scripts: requests
      .filter((item) => item.resourceType === "Script")
      .reduce((sum, item) => sum + item.transferSize, 0),
  };
}

const kilobytes = (bytes: number) => (bytes / 1000).toFixed(1);

export const pageColumns: readonly Column<PageFigures>[] = [
  { title: "page", of: ({ path }) => path },
  { title: "perf", of: ({ performance }) => performance },
  { title: "a11y", of: ({ accessibility }) => accessibility },
  { title: "best", of: ({ bestPractices }) => bestPractices },
  { title: "seo", of: ({ seo }) => seo },
  { title: "FCP s", of: ({ fcp }) => (fcp / 1000).toFixed(2) },
  { title: "LCP s", of: ({ lcp }) => (lcp / 1000).toFixed(2) },
  { title: "TBT ms (≤ 10)", of: ({ tbt }) => Math.round(tbt) },
  { title: "main ms (≤ 500)", of: ({ mainThread }) => Math.round(mainThread) },
  { title: "layout ms (≤ 100)", of: ({ layout }) => Math.round(layout) },
  { title: "CLS", of: ({ cls }) => cls.toFixed(3) },
  { title: "HTML br kB", of: ({ compressed }) => kilobytes(compressed) },
  { title: "all kB (≤ 130)", of: ({ bytes }) => kilobytes(bytes) },
  { title: "requests", of: ({ requests }) => requests },
  { title: "JS kB", of: ({ scripts }) => kilobytes(scripts) },
];
