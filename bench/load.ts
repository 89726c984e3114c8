import { sql } from "drizzle-orm";
import { pages } from "../app/content/pages.ts";
import {
  type Database,
  openEmbeddedDatabase,
  openPostgres,
  preparedArchive,
} from "../app/server/database/db.server.ts";
import { createDatabase, startPostgres } from "../tests/support/postgres.ts";
import { type Site, startSite, temporaryDataDir } from "../tests/support/site.ts";
import { measureMemory, type MemoryFigures } from "./growth.ts";
import { postgresProcesses, total, watchMemory } from "./memory.ts";
import { type Nginx, startNginx } from "../tests/support/nginx.ts";
import { type Column, median } from "./table.ts";
import { runWrk, type RequestKind, type LoadRun } from "./wrk.ts";

/* Requests per second, each run beside nginx sending the same page on the same machine. */

type LoadFigures = {
  what: string;
  perSecond: number;
  ratio: number;
  p50: number;
  p99: number;
  goal: string;
};
export const loadColumns: readonly Column<LoadFigures>[] = [
  { title: "32 connections", of: ({ what }) => what },
  { title: "requests/s", of: ({ perSecond }) => Math.round(perSecond).toLocaleString("en-AU") },
  { title: "of nginx", of: ({ ratio }) => ratio.toFixed(ratio < 0.1 ? 4 : 2) },
  { title: "p50 ms", of: ({ p50 }) => p50.toFixed(2) },
  { title: "p99 ms", of: ({ p99 }) => p99.toFixed(1) },
  { title: "goal", of: ({ goal }) => goal },
];

/** Enough quotes that every acceptance of a run finds one of its own. */
const openQuotes = 80_000;
const secret = "a secret of the benchmark, long enough to be one";

type Asked = {
  what: string;
  url: string;
  kind: RequestKind;
  goal?: string;
  /** Runs before each run of it. */
  prepare?: () => Promise<void>;
};

/** `seconds` is how long each thing is asked for in each round. */
export async function measureLoad(
  rounds: number,
  seconds: number,
): Promise<{ load: LoadFigures[]; memory: MemoryFigures[] }> {
  const postgres = await startPostgres();
  const folders = [temporaryDataDir(), temporaryDataDir()] as const;
  const stops: (() => unknown)[] = [() => postgres.stop(), ...folders.map(({ remove }) => remove)];
  try {
    const url = await createDatabase(postgres.url());
    await fillWithQuotes(await openPostgres(url, undefined, "none"));
    const beside = await openPostgres(url, null, "none");
    stops.unshift(() => beside.close());
    await fillWithQuotes(await openEmbeddedDatabase(folders[1].dataDir, preparedArchive));
    const served = await startSite(folders[0].dataDir, {
      TRUST_PROXY: "1",
      DATABASE_URL: url,
      AUTH_SECRET: secret,
    });
    stops.unshift(() => served.stop());
    const embedded = await startSite(folders[1].dataDir, { TRUST_PROXY: "1" });
    stops.unshift(() => embedded.stop());
    const path = pages.about.path;
    const nginx = await startNginx(
      served.url,
      Buffer.from(await (await fetch(served.url + path)).arrayBuffer()),
    );
    stops.unshift(() => nginx.stop());
    await compareHeaders(served.url + path, nginx.proxied + path);

    const ofServer = await postgresProcesses(url);
    const places = [
      { what: "app and PostgreSQL", site: served, pids: () => [served.pid, ...ofServer()] },
      { what: "app, embedded database", site: embedded, pids: () => [embedded.pid] },
    ];
    const idle = places.map(({ pids }) => total(pids()));
    const watches = places.map(({ pids }) => watchMemory(pids));
    const load = await inTurn(nginx, readings(served, embedded, nginx, path), rounds, seconds);
    load.push(...(await inTurn(nginx, writings(served, embedded, beside), rounds, seconds)));
    const peaks = watches.map((stop) => stop());
    const memory: MemoryFigures[] = [];
    for (const [index, { what, site, pids }] of places.entries())
      memory.push({
        what,
        idle: idle[index]!,
        load: peaks[index]!,
        ...(await measureMemory(site.url, pids)),
      });
    return { load, memory };
  } finally {
    for (const stop of stops) await stop();
  }
}

function readings(served: Site, embedded: Site, nginx: Nginx, path: string): Asked[] {
  return [
    { what: "prerendered page, one app process", url: served.url + path, kind: "page" },
    {
      what: "the same through deploy/nginx.conf",
      url: nginx.proxied + path,
      kind: "page",
      goal: "0.9 of nginx",
    },
    { what: "quote page, PostgreSQL", url: served.url, kind: "quote", goal: "400/s, p99 150" },
    {
      what: "the same through deploy/nginx.conf",
      url: nginx.proxied,
      kind: "quote",
      goal: "p50 twice the direct",
    },
    { what: "quote page, embedded", url: embedded.url, kind: "quote" },
  ];
}

function writings(served: Site, embedded: Site, { db }: Database): Asked[] {
  const invoicing = (isOn: boolean) => async () => {
    await db.execute(sql`insert into business_details (legal_name, bsb, account_number, invoicing)
      values ('Imogen Hale', '063000', '12345678', ${isOn})
      on conflict (id) do update set invoicing = excluded.invoicing`);
  };
  const accepting = { url: served.url, kind: "acceptance" } as const;
  return [
    { what: "form stored, PostgreSQL", url: served.url, kind: "form" },
    { what: "form stored, embedded", url: embedded.url, kind: "form", goal: "200/s" },
    {
      what: "acceptance, PostgreSQL",
      ...accepting,
      prepare: invoicing(false),
      goal: "0.006 of nginx",
    },
    { what: "the same with its invoices", ...accepting, prepare: invoicing(true) },
    {
      what: "acceptance, embedded",
      url: embedded.url,
      kind: "acceptance",
      goal: "0.9 of PostgreSQL's",
    },
  ];
}

/** Round after round, each thing right after nginx, so that a slow minute of the machine slows both. */
async function inTurn(
  nginx: Nginx,
  asked: readonly Asked[],
  rounds: number,
  seconds: number,
): Promise<LoadFigures[]> {
  const runs = asked.map(() => [] as { one: LoadRun; ratio: number }[]);
  const plain: LoadRun[] = [];
  for (const { url, kind } of asked) await runWrk(local(url), kind, 3);
  for (let round = 0; round < rounds; round++) {
    for (const [index, { url, kind, prepare }] of asked.entries()) {
      await prepare?.();
      const beside = await runWrk(nginx.plain, "page", seconds);
      const one = await runWrk(local(url), kind, seconds);
      plain.push(beside);
      runs[index]!.push({ one, ratio: one.perSecond / beside.perSecond });
    }
  }
  const mid = (speeds: readonly LoadRun[], key: keyof LoadRun) =>
    median(speeds.map((speed) => speed[key]));
  const figures = (what: string, speeds: readonly LoadRun[], ratio: number, goal = "") => ({
    what,
    ratio,
    goal,
    perSecond: mid(speeds, "perSecond"),
    p50: mid(speeds, "p50"),
    p99: mid(speeds, "p99"),
  });
  return [
    figures("nginx, the prerendered page", plain, 1),
    ...asked.map(({ what, goal }, index) =>
      figures(
        what,
        runs[index]!.map(({ one }) => one),
        median(runs[index]!.map(({ ratio }) => ratio)),
        goal,
      ),
    ),
  ];
}

const local = (url: string) => url.replace("localhost", "127.0.0.1");

/** The proxy may be quick only as long as it says what the application says. */
async function compareHeaders(application: string, proxied: string): Promise<void> {
  const own = new Set(["date", "server", "connection", "keep-alive"]);
  const said = async (url: string) =>
    JSON.stringify(
      [...(await fetch(url, { headers: { "Accept-Encoding": "gzip" } })).headers]
        .filter(([name]) => !own.has(name))
        .sort(),
    );
  const [one, other] = [await said(application), await said(proxied)];
  if (one !== other)
    throw new Error(`The proxy sends other headers than the application:\n${one}\n${other}`);
}

/** Quotes to look at and quotes to accept, on days that leave a diary as wide as a diary is. */
export async function fillWithQuotes({ db, close }: Database): Promise<void> {
  const quotes = (slug: string, many: number) =>
    db.execute(sql`insert into invoices (client_name, client_email, invoice_type, event_title, event_date,
        event_location, total_amount, slug)
      select 'Client ' || n, 'client' || n || '@client.example', 'Live Piano Services Quote',
        'Party ' || n, current_date + 100 + n % 3000, 'Toorak', 1200, ${slug} || n
      from generate_series(0, ${sql.raw(String(many))}) n`);
  await quotes("bench-", 1_000);
  await quotes("open-", openQuotes);
  await close();
}
