import { execFileSync } from "node:child_process";
import { cpSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, relative } from "node:path";
import { PGlite } from "@electric-sql/pglite";
import { expect, test } from "vitest";
import { findRecords } from "#app/features/clients/search.server.ts";
import { wrapEmbedded } from "#app/server/database/db.server.ts";
import { aQuote, owner } from "./support/factories.ts";

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

test("search works without the trigram extension", async () => {
  const bare = await PGlite.create();
  const { db, close } = await wrapEmbedded(bare, () => bare.close());
  await aQuote(db, {});
  expect(
    (await bare.query("select extname from pg_extension where extname = 'pg_trgm'")).rows,
  ).toEqual([]);
  expect((await findRecords(db, owner, "lient")).quotes).toHaveLength(1);
  await close();
}, 30_000);
