import { setTimeout as sleep } from "node:timers/promises";
import { createDatabase, freePort, startPostgres } from "../tests/support/postgres.ts";
import { startSite, temporaryDataDir } from "../tests/support/site.ts";
import { measureMemory } from "./growth.ts";
import { postgresProcesses, processorTime, total } from "./memory.ts";
import type { Column } from "./table.ts";

/* What a site costs that nobody visits, and what it keeps of 10,000 requests. */

/** Seconds: until what a start leaves behind is gone, and how long the processor is watched. */
const [rest, watched] = [45, 60];

type IdleFigures = {
  what: string;
  idle: number;
  goal: number;
  processor: number;
  growth: number;
};
const megabytes = (bytes: number) => (bytes / 2 ** 20).toFixed(0);
export const idleColumns: readonly Column<IdleFigures>[] = [
  { title: "nobody visits", of: ({ what }) => what },
  { title: "memory, MB", of: ({ idle }) => megabytes(idle) },
  { title: "goal", of: ({ goal }) => `≤ ${goal}` },
  { title: "app's processor (≤ 0.3 %)", of: ({ processor }) => `${processor.toFixed(2)} %` },
  { title: "from 5,000 to 10,000 requests", of: ({ growth }) => `${(growth * 100).toFixed(1)} %` },
];

export async function measureIdle(): Promise<IdleFigures[]> {
  const postgres = await startPostgres();
  const places = [temporaryDataDir(), temporaryDataDir()] as const;
  try {
    const url = await createDatabase(postgres.url());
    const secret = "a secret of the benchmark, long enough to be one";
    const settings = { DATABASE_URL: url, AUTH_SECRET: secret };
    const ofServer = await postgresProcesses(url);
    const [embedded, served] = places.map(({ dataDir }) => dataDir);
    return [
      await measure("app, embedded database", 240, embedded!, {}, () => []),
      await measure("app and PostgreSQL", 160, served!, settings, ofServer),
    ];
  } finally {
    postgres.stop();
    for (const { remove } of places) remove();
  }
}

/** At its second start: the first one unpacks the database. */
async function measure(
  what: string,
  goal: number,
  dataDir: string,
  given: Record<string, string>,
  others: () => number[],
): Promise<IdleFigures> {
  const settings = { ...given, PORT: String(await freePort()) };
  await (await startSite(dataDir, settings)).stop();
  const site = await startSite(dataDir, settings);
  try {
    const pids = () => [site.pid, ...others()];
    await sleep(rest * 1000);
    const idle = total(pids());
    const before = processorTime(site.pid);
    await sleep(watched * 1000);
    const processor = (processorTime(site.pid) - before) / (watched * 10);
    const { after5000, after10000 } = await measureMemory(site.url, pids);
    return { what, goal, idle, processor, growth: after10000 / after5000 - 1 };
  } finally {
    await site.stop();
  }
}
