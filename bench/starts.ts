import { performance } from "node:perf_hooks";
import { createDatabase, freePort, startPostgres } from "../tests/support/postgres.ts";
import { startSite, temporaryDataDir } from "../tests/support/site.ts";
import { type Column, median } from "./table.ts";

/* From starting the process to its first answer, in milliseconds. */

type StartFigures = { database: string; first: number; again: number };
const seconds = (milliseconds: number) => (milliseconds / 1000).toFixed(2);
export const startColumns: readonly Column<StartFigures>[] = [
  { title: "start", of: ({ database }) => database },
  { title: "first, s", of: ({ first }) => seconds(first) },
  { title: "again, s", of: ({ again }) => seconds(again) },
];

export async function measureStarts(rounds: number): Promise<StartFigures[]> {
  const postgres = await startPostgres();
  const times = {
    embedded: { first: [] as number[], again: [] as number[] },
    PostgreSQL: { first: [] as number[], again: [] as number[] },
  };
  try {
    for (let round = 0; round < rounds; round++) {
      for (const [database, found] of Object.entries(times)) {
        const { dataDir, remove } = temporaryDataDir();
        const settings: Record<string, string> = {
          PORT: String(await freePort()),
          ...(database === "PostgreSQL" && {
            DATABASE_URL: await createDatabase(postgres.url()),
            AUTH_SECRET: "a secret of the benchmark, long enough to be one",
          }),
        };
        found.first.push(await startOnce(dataDir, settings));
        found.again.push(await startOnce(dataDir, settings));
        remove();
      }
    }
  } finally {
    postgres.stop();
  }
  return Object.entries(times).map(([database, { first, again }]) => ({
    database,
    first: median(first),
    again: median(again),
  }));
}

async function startOnce(dataDir: string, settings: Record<string, string>): Promise<number> {
  const began = performance.now();
  const site = await startSite(dataDir, settings);
  await (await fetch(`${site.url}/readyz`)).arrayBuffer();
  const took = performance.now() - began;
  await site.stop();
  return took;
}
