import { expect } from "vitest";
import { auditEntries } from "#app/server/database/tables.server.ts";
import { onBothDatabases as dbTest } from "#tests/support/db.ts";
import { liveHistory } from "#tests/support/diary-histories.ts";

const STEPS = 120;

dbTest.for([1, 2])("random commands %d leave what they answered", async (seed, { db }) => {
  expect(await liveHistory(db, seed, STEPS)).toBeGreaterThan(STEPS / 4);
  expect(await db.$count(auditEntries)).toBeGreaterThan(STEPS / 5);
});
