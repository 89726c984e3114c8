import { sql } from "drizzle-orm";
import { expect } from "vitest";
import { onBothDatabases as dbTest } from "#tests/support/db.ts";
import { rowsOf } from "./list.server.ts";

dbTest("every foreign key has an index, so deleting a row scans no whole table", async ({ db }) => {
  const references = sql`
    select conrelid::regclass || '.' || attname as name, exists (
      select from pg_index where indrelid = conrelid and indkey[0] = attnum
    ) as indexed
    from pg_constraint join pg_attribute on attrelid = conrelid and attnum = conkey[1]
    where contype = 'f' and connamespace = 'public'::regnamespace`;
  const found = await rowsOf<{ name: string; indexed: boolean }>(db, references);
  expect(found.length).toBeGreaterThan(5);
  expect(found.filter(({ indexed }) => !indexed)).toEqual([]);
});
