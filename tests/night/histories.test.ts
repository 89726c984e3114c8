import { expect, test } from "vitest";
import { closeQueue, openQueue } from "#app/server/jobs/queue.server.ts";
import { emptyTables, openTestDatabase } from "#tests/support/db.ts";
import { liveHistory } from "#tests/support/diary-histories.ts";
import { databaseKinds } from "#tests/support/store.ts";

const HISTORIES = Number(process.env.HISTORIES ?? 60);
const STEPS = 14;

test.for(databaseKinds)("random diaries on %s say what was answered", async (kind) => {
  const database = await openTestDatabase(kind);
  await openQueue(database);
  let changes = 0;
  for (let seed = 1000; seed < 1000 + HISTORIES; seed++) {
    const lived = liveHistory(database.db, seed, STEPS);
    changes += await lived.catch((error: unknown) => {
      throw new Error(`The diary of seed ${seed} is not as answered.`, { cause: error });
    });
    await emptyTables(database.db);
  }
  await closeQueue();
  await database.close();
  expect(changes).toBeGreaterThan(HISTORIES * STEPS * 0.5);
});
