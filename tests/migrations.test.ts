import { execFileSync } from "node:child_process";
import { cpSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, relative } from "node:path";
import { expect, inject, onTestFinished, test } from "vitest";
import { findRecords } from "#app/features/clients/search.server.ts";
import { openPostgres } from "#app/server/database/db.server.ts";
import { aQuote, owner } from "./support/factories.ts";
import { createDatabase, openClient } from "./support/postgres.ts";

const root = join(import.meta.dirname, "..");

test("the migrations create exactly the tables of the code", () => {
  const copy = mkdtempSync(join(tmpdir(), "migrations-"));
  cpSync(join(root, "migrations"), copy, { recursive: true });
  // The generator compares the tables with the last migration; nothing new must come of it.
  execFileSync(
    process.execPath,
    [
      "node_modules/drizzle-kit/bin.cjs",
      "generate",
      "--dialect=postgresql",
      "--schema=./app/server/database/tables.server.ts",
      `--out=${relative(root, copy)}`,
    ],
    { cwd: root },
  );
  expect(readdirSync(copy).sort()).toEqual(readdirSync(join(root, "migrations")).sort());
  rmSync(copy, { recursive: true });
}, 30_000);

test("the migrations and the search do without the trigram extension", async () => {
  const url = await createDatabase(inject("postgresUrl"));
  const client = await openClient(url);
  onTestFinished(() => client.end());
  await client.query(`create function refuse() returns event_trigger language plpgsql as
      $$ begin raise 'There is none.'; end $$;
    create event trigger refuse on ddl_command_start when tag in ('CREATE EXTENSION')
      execute function refuse()`);
  const { db, close } = await openPostgres(url);
  await aQuote(db, {});
  const trigrams = "select from pg_extension where extname = 'pg_trgm'";
  expect((await client.query(trigrams)).rowCount).toBe(0);
  expect((await findRecords(db, owner, "lient")).quotes).toHaveLength(1);
  await close();
});
