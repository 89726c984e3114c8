import { performance } from "node:perf_hooks";
import { sql } from "drizzle-orm";
import { readFreeStarts } from "#app/features/services/queries.server.ts";
import {
  type Database,
  type Db,
  openEmbeddedDatabase,
  openPostgres,
} from "#app/server/database/db.server.ts";
import { openingHours, services } from "#app/server/database/tables.server.ts";
import { addDays, melbourneDay } from "#app/values/calendar.ts";
import { createDatabase, startPostgres } from "../tests/support/postgres.ts";
import { temporaryDataDir } from "../tests/support/site.ts";
import { type Column, median } from "./table.ts";

/* What it costs to find the times that a visitor can book in 60 days, with 2,000 entries in them. */

const days = 60;
const entries = 2000;

type FreeTimesFigures = {
  database: string;
  milliseconds: number;
  slowest: number;
  times: number;
};
export const freeTimesColumns: readonly Column<FreeTimesFigures>[] = [
  { title: "database", of: ({ database }) => database },
  { title: "ms", of: ({ milliseconds }) => milliseconds.toFixed(1) },
  { title: "slowest", of: ({ slowest }) => slowest.toFixed(1) },
  { title: "free times", of: ({ times }) => times },
];

export async function measureFreeTimes(rounds: number): Promise<FreeTimesFigures[]> {
  const postgres = await startPostgres();
  const { dataDir, remove } = temporaryDataDir();
  try {
    const embedded = await openEmbeddedDatabase(dataDir);
    const figures = [await measure("embedded", embedded, rounds)];
    const url = await createDatabase(postgres.url());
    return [...figures, await measure("PostgreSQL", await openPostgres(url), rounds)];
  } finally {
    postgres.stop();
    remove();
  }
}

async function measure(
  database: string,
  { db, close }: Database,
  rounds: number,
): Promise<FreeTimesFigures> {
  try {
    const service = await fill(db);
    const now = new Date();
    const today = melbourneDay(now);
    const times: number[] = [];
    let found = 0;
    // The first few are compiled as they run.
    for (let round = -5; round < rounds; round++) {
      const start = performance.now();
      const range = { from: today, until: addDays(today, days) };
      found = (await readFreeStarts(db, service, range, now)).length;
      if (round >= 0) times.push(performance.now() - start);
    }
    return { database, milliseconds: median(times), slowest: Math.max(...times), times: found };
  } finally {
    await close();
  }
}

/** Every 43 minutes an entry of 25, so that some times are left; a session keeps nothing free around it. */
async function fill(db: Db) {
  const week = Array.from({ length: 7 }, () => [["09:00", "18:00"]]);
  await db.insert(openingHours).values({ week });
  const [service] = await db
    .insert(services)
    .values({
      category: "voice-piano",
      slug: "short",
      name: "Short",
      minutes: 15,
      bufferAfter: 0,
      step: 5,
      mostPerDay: 100,
      daysAhead: days,
    })
    .returning();
  const begins = sql.raw("now() + n * interval '43 minutes'");
  const ends = sql.raw("now() + n * interval '43 minutes' + interval '25 minutes'");
  await db.execute(sql`insert into diary_entries (kind, title, service_id, starts_at, ends_at, busy_from, busy_until)
    select 'appointment', 'Lesson ' || n, ${service!.id}, ${begins}, ${ends}, ${begins}, ${ends}
      from ${sql.raw(`generate_series(1, ${entries}) n`)}`);
  await db.execute("analyze");
  return service!;
}
