import { join } from "node:path";
import { performance } from "node:perf_hooks";
import { setTimeout as pause } from "node:timers/promises";
import { pathToFileURL } from "node:url";
import { signInForCookies, testPassword } from "../tests/support/owners.ts";
import { createDatabase, startPostgres } from "../tests/support/postgres.ts";
import { postForm, send } from "../tests/support/request.ts";
import { runScript, type Site, startSite, temporaryDataDir } from "../tests/support/site.ts";
import { postgresProcesses, total } from "./memory.ts";
import { type Column, median } from "./table.ts";
import { type LoadRun, runWrk } from "./wrk.ts";

/* The home page while the owner publishes, again and again, a name that every page says. */

type LoopDelay = { loop: number; loopMost: number };
type BesideFigures = LoopDelay & {
  what: string;
  perSecond: number;
  ratio: number;
  p50: number;
  p99: number;
};
type WaitFigures = LoopDelay & {
  what: string;
  publications: number;
  middle: number;
  worst: number;
};
type GrowthFigures = { what: string; before: number; after100: number; after200: number };

const seconds = (milliseconds: number) => (milliseconds / 1000).toFixed(2);
const megabytes = (bytes: number) => (bytes / 2 ** 20).toFixed(0);
const loopColumns: readonly Column<LoopDelay>[] = [
  { title: "loop p99 ms", of: ({ loop }) => loop.toFixed(1) },
  { title: "most ms", of: ({ loopMost }) => loopMost.toFixed(1) },
];
export const besideColumns: readonly Column<BesideFigures>[] = [
  { title: "32 connections", of: ({ what }) => what },
  { title: "requests/s", of: ({ perSecond }) => Math.round(perSecond).toLocaleString("en-AU") },
  { title: "of undisturbed", of: ({ ratio }) => ratio.toFixed(2) },
  { title: "p50 ms", of: ({ p50 }) => p50.toFixed(2) },
  { title: "p99 ms", of: ({ p99 }) => p99.toFixed(1) },
  ...loopColumns,
];
export const waitColumns: readonly Column<WaitFigures>[] = [
  { title: "from Publish to a page that says it", of: ({ what }) => what },
  { title: "times", of: ({ publications }) => publications },
  { title: "median s", of: ({ middle }) => seconds(middle) },
  { title: "worst s", of: ({ worst }) => seconds(worst) },
  ...loopColumns,
];
export const growthColumns: readonly Column<GrowthFigures>[] = [
  { title: "memory, MB", of: ({ what }) => what },
  { title: "before", of: ({ before }) => megabytes(before) },
  { title: "after 100 publications", of: ({ after100 }) => megabytes(after100) },
  { title: "after 200", of: ({ after200 }) => megabytes(after200) },
  {
    title: "growth",
    of: ({ after100, after200 }) => `${((after200 / after100 - 1) * 100).toFixed(1)} %`,
  },
];

type PublishingFigures = {
  beside: BesideFigures[];
  waits: WaitFigures[];
  growth: GrowthFigures[];
};

/** For a median and a worst. */
const fewest = 12;
const email = "owner@bench.example";
const preload = pathToFileURL(join(import.meta.dirname, "loop-delay.ts")).href;

export async function measurePublishing(
  rounds: number,
  secondsEach: number,
): Promise<PublishingFigures> {
  const postgres = await startPostgres();
  try {
    const url = await createDatabase(postgres.url());
    const AUTH_SECRET = "a secret of the benchmark, long enough to be one";
    const ofServer = await postgresProcesses(url);
    const measured = [
      await measureOn(
        "PostgreSQL",
        { DATABASE_URL: url, AUTH_SECRET },
        ofServer,
        rounds,
        secondsEach,
      ),
      await measureOn("embedded", {}, () => [], rounds, secondsEach),
    ];
    return {
      beside: measured.flatMap(({ beside }) => beside),
      waits: measured.flatMap(({ waits }) => waits),
      growth: measured.map(({ growth }) => growth),
    };
  } finally {
    postgres.stop();
  }
}

async function measureOn(
  database: string,
  settings: Record<string, string>,
  ofServer: () => number[],
  rounds: number,
  secondsEach: number,
) {
  const { dataDir, remove } = temporaryDataDir();
  try {
    const owning = [email, "--password", testPassword];
    const { code, stderr } = await runScript("scripts/owner.ts", owning, dataDir, settings);
    if (code !== 0) throw new Error(stderr);
    const site = await startSite(dataDir, { ...settings, NODE_OPTIONS: `--import=${preload}` });
    try {
      const memory = () => total([site.pid, ...ofServer()]);
      const before = memory();
      const owner = { site, cookies: await signInForCookies(site, email), publications: 0 };
      const alone = await publishAlone(owner);
      const { quiet, spaced, busy, waits } = await besideLoad(owner, rounds, secondsEach);
      return {
        beside: [
          besideFigures(`home page, ${database}`, quiet, quiet),
          besideFigures("the same, publishing every three seconds", spaced, quiet),
          besideFigures("the same, publishing without a pause", busy, quiet),
        ],
        waits: [
          { what: `${database}, no visitors`, ...alone },
          { what: `${database}, 32 connections`, ...waitFigures(waits), ...loopOf(busy) },
        ],
        growth: {
          what: database,
          before,
          after100: await memoryAfter100(owner, memory),
          after200: await memoryAfter100(owner, memory),
        },
      };
    } finally {
      await site.stop();
    }
  } finally {
    remove();
  }
}

/** `publications` counts those so far: each makes another version, and says another name. */
type Owner = { site: Site; cookies: string; publications: number };

/** Publishes a name and returns after how many milliseconds a visitor's home page said it. */
async function publish(owner: Owner): Promise<number> {
  const brand = `Name ${String(owner.publications + 1).padStart(5, "0")}`;
  const began = performance.now();
  const posting = post(owner, brand);
  const [took] = await Promise.all([timeUntilShown(owner.site, brand, began), posting]);
  owner.publications += 1;
  return took;
}

async function post({ site, cookies, publications: version }: Owner, brand: string): Promise<void> {
  const form = { intent: "publish", version: String(version), brand };
  const headers = { Cookie: cookies };
  const { status, text } = await postForm(site.url, "/admin/site/site.data", form, headers);
  if (status !== 200) throw new Error(`Publishing was answered with ${status}: ${text}`);
}

async function timeUntilShown(site: Site, brand: string, began: number): Promise<number> {
  while (!(await send(site.url, "/")).text.includes(brand)) {
    if (performance.now() - began > 30_000) throw new Error(`The home page never said ${brand}.`);
    await pause(5);
  }
  return performance.now() - began;
}

async function publishAlone(owner: Owner): Promise<Omit<WaitFigures, "what">> {
  const { done, ...delay } = await withLoopDelay(owner.site, async () => {
    const waits: number[] = [];
    while (waits.length < fewest) waits.push(await publish(owner));
    return waits;
  });
  return { ...waitFigures(done), ...delay };
}

type MeasuredLoad = LoadRun & LoopDelay;

/** Load alone and load beside publications in turn, so that a slow minute of the machine slows both. */
async function besideLoad(owner: Owner, rounds: number, secondsEach: number) {
  const load = async (): Promise<MeasuredLoad> => {
    const url = owner.site.url.replace("localhost", "127.0.0.1");
    const run = () => runWrk(`${url}/`, "page", secondsEach);
    const { done, ...delay } = await withLoopDelay(owner.site, run);
    return { ...done, ...delay };
  };
  const publishing = async (every: number, waits: number[]): Promise<MeasuredLoad> => {
    const over = new AbortController();
    const loading = load().finally(() => over.abort());
    while (!over.signal.aborted) {
      const next = pause(every);
      waits.push(await publish(owner));
      await Promise.race([next, loading]);
    }
    return loading;
  };
  await load();
  const [quiet, spaced, busy]: [MeasuredLoad[], MeasuredLoad[], MeasuredLoad[]] = [[], [], []];
  const waits: number[] = [];
  while (busy.length < rounds || waits.length < fewest) {
    quiet.push(await load());
    spaced.push(await publishing(3_000, []));
    busy.push(await publishing(0, waits));
  }
  return { quiet, spaced, busy, waits };
}

/** How late the server's event loop was during `work`. */
async function withLoopDelay<T>(
  site: Site,
  work: () => Promise<T>,
): Promise<LoopDelay & { done: T }> {
  const report = async () => {
    const next = [...site.output().matchAll(/loop delay \d+:/g)].length + 1;
    process.kill(site.pid, "SIGUSR2");
    return site.waitFor(new RegExp(`loop delay ${next}: p99 ([\\d.]+), most ([\\d.]+);`));
  };
  await report();
  const done = await work();
  const [, loop, most] = await report();
  return { done, loop: Number(loop), loopMost: Number(most) };
}

function besideFigures(
  what: string,
  runs: readonly MeasuredLoad[],
  undisturbed: readonly MeasuredLoad[],
): BesideFigures {
  const mid = (key: keyof MeasuredLoad) => median(runs.map((run) => run[key]));
  const ratio = median(runs.map((run, at) => run.perSecond / undisturbed[at]!.perSecond));
  return {
    what,
    ratio,
    perSecond: mid("perSecond"),
    p50: mid("p50"),
    p99: mid("p99"),
    ...loopOf(runs),
  };
}

const loopOf = (runs: readonly LoopDelay[]): LoopDelay => ({
  loop: median(runs.map(({ loop }) => loop)),
  loopMost: Math.max(...runs.map(({ loopMost }) => loopMost)),
});

const waitFigures = (waits: readonly number[]) => ({
  publications: waits.length,
  middle: median(waits),
  worst: Math.max(...waits),
});

/** A collection of garbage just before or after must not decide it: the last twenty count. */
async function memoryAfter100(owner: Owner, memory: () => number): Promise<number> {
  const held: number[] = [];
  for (let turn = 1; turn <= 100; turn++) {
    await publish(owner);
    if (turn > 80) held.push(memory());
  }
  return median(held);
}
