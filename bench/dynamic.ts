import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { openPostgres } from "../app/server/database/db.server.ts";
import { createDatabase, startPostgres } from "../tests/support/postgres.ts";
import { startSite, temporaryDataDir } from "../tests/support/site.ts";
import { fillWithQuotes } from "./load.ts";
import { processorTime } from "./memory.ts";
import { type Column, median } from "./table.ts";
import { runWrk } from "./wrk.ts";

/* A quote's page beside the least that a page of React with one row of PostgreSQL costs. */

type DynamicFigures = { what: string; perSecond: number; processor: number; ratio: number };
export const dynamicColumns: readonly Column<DynamicFigures>[] = [
  { title: "32 connections", of: ({ what }) => what },
  { title: "requests/s", of: ({ perSecond }) => Math.round(perSecond) },
  { title: "processor ms each", of: ({ processor }) => processor.toFixed(2) },
  { title: "of bare React (≥ 0.33)", of: ({ ratio }) => ratio.toFixed(2) },
];

export async function measureDynamic(rounds: number, seconds: number): Promise<DynamicFigures[]> {
  const postgres = await startPostgres();
  const { dataDir, remove } = temporaryDataDir();
  const stops: (() => unknown)[] = [() => postgres.stop(), remove];
  try {
    const url = await createDatabase(postgres.url());
    await fillWithQuotes(await openPostgres(url, undefined, "none"));
    const bare = spawn(process.execPath, [join(import.meta.dirname, "bare-react.ts"), url], {
      env: { ...process.env, NODE_ENV: "production" },
      stdio: ["ignore", "pipe", "inherit"],
    });
    stops.unshift(() => bare.kill());
    const [port] = (await once(bare.stdout, "data")) as [Buffer];
    const secret = "a secret of the benchmark, long enough to be one";
    const site = await startSite(dataDir, { DATABASE_URL: url, AUTH_SECRET: secret });
    stops.unshift(() => site.stop());
    const places = [
      { what: "bare React", pid: bare.pid!, url: `http://127.0.0.1:${Number(port)}` },
      { what: "quote page", pid: site.pid, url: site.url.replace("localhost", "127.0.0.1") },
    ].map((place) => ({ ...place, runs: [] as { perSecond: number; processor: number }[] }));
    for (const place of places) await runWrk(place.url, "quote", 3);
    for (let round = 0; round < rounds; round++)
      for (const place of places) {
        const before = processorTime(place.pid);
        const { perSecond, requests } = await runWrk(place.url, "quote", seconds);
        place.runs.push({ perSecond, processor: (processorTime(place.pid) - before) / requests });
      }
    const least = places[0]!.runs;
    return places.map(({ what, runs }) => ({
      what,
      perSecond: median(runs.map(({ perSecond }) => perSecond)),
      processor: median(runs.map(({ processor }) => processor)),
      ratio: median(runs.map(({ perSecond }, round) => perSecond / least[round]!.perSecond)),
    }));
  } finally {
    for (const stop of stops) await stop();
  }
}
