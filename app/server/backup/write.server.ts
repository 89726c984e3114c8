import { createHash } from "node:crypto";
import { once } from "node:events";
import type { Writable } from "node:stream";
import { finished, pipeline } from "node:stream/promises";
import { createGzip } from "node:zlib";
import { getTableName, is, sql } from "drizzle-orm";
import { PgTable } from "drizzle-orm/pg-core";
import type { Db } from "#app/server/database/db.server.ts";
import { lastMigration, migrationNames } from "#app/server/database/migrations.server.ts";
import { rowsOf } from "#app/server/database/rows.server.ts";
import * as tables from "#app/server/database/tables.server.ts";
import { BackupRefused, format, type Manifest, type Totals, version } from "./file.server.ts";

/**
 * What lasts for minutes or opens a door by itself: nobody is signed in, and no link or code lives,
 * after a restore.
 */
const momentary: readonly string[] = [
  tables.sessions,
  tables.verifications,
  tables.oneTimeCodes,
  tables.setupLinks,
  tables.attemptCounters,
  tables.formCounters,
  tables.rateLimitBuckets,
  tables.jwks,
].map(getTableName);

/** The tables that a backup holds. */
export const keptTables = Object.values(tables)
  .filter((table) => is(table, PgTable))
  .map((table) => getTableName(table))
  .filter((name) => !momentary.includes(name));

/** How many rows are held in memory at once. */
const rowsAtOnce = 500;

/**
 * Writes a compressed backup of everything as it was at one moment, while others go on reading and writing; on the
 * embedded database they wait meanwhile. Ends `out`. Throws {@link BackupRefused} when the database
 * is at another version than this program.
 */
export async function writeBackup(
  db: Db,
  about: Pick<Manifest, "secret" | "madeAt">,
  out: Writable,
): Promise<void> {
  const packed = createGzip();
  const arrived = pipeline(packed, out);
  const given = writeLines(db, about, packed).then(
    () => packed.end(),
    (error: Error) => void packed.destroy(error),
  );
  await Promise.all([arrived, given]);
}

async function writeLines(
  db: Db,
  about: Pick<Manifest, "secret" | "madeAt">,
  packed: Writable,
): Promise<void> {
  const schema = await lastMigration(db);
  if (schema === null || schema !== migrationNames().at(-1))
    throw new BackupRefused(
      "The database is at another version than this program. Back up with the program that runs on it.",
    );
  const write = writerTo(packed);
  await write(JSON.stringify({ format, version, schema, ...about } satisfies Manifest));
  const totals: Totals = {};
  await db.transaction(
    async (tx) => {
      await setSpelling(tx);
      for (const table of keptTables) totals[table] = await writeTable(tx, table, write);
    },
    { isolationLevel: "repeatable read", accessMode: "read only" },
  );
  await write(JSON.stringify({ end: totals }));
}

/** Gives every value one spelling, whatever the server's settings are. */
async function setSpelling(tx: Db): Promise<void> {
  for (const setting of [
    "timezone = 'UTC'",
    "datestyle = 'ISO'",
    "intervalstyle = 'postgres'",
    "bytea_output = 'hex'",
    "extra_float_digits = 3",
  ])
    await tx.execute(sql.raw(`set local ${setting}`));
}

type Write = (text: string) => Promise<void>;

async function writeTable(tx: Db, table: string, write: Write): Promise<Totals[string]> {
  const [shape] = await rowsOf<{ columns: string[]; key: string }>(tx, shapeOf(table));
  const { columns, key } = shape!;
  await write(JSON.stringify({ table, columns }));
  const values = columns.map((name) => `${quoted(name)}::text`).join(", ");
  await tx.execute(
    sql.raw(
      `declare everything no scroll cursor for select to_json(array[${values}])::text as line from public.${quoted(table)} order by ${key}`,
    ),
  );
  const sum = createHash("sha256");
  let rows = 0;
  for (;;) {
    const some = await rowsOf<{ line: string }>(tx, sql.raw(`fetch ${rowsAtOnce} from everything`));
    if (some.length === 0) break;
    const text = some.map(({ line }) => line).join("\n");
    sum.update(`${text}\n`);
    rows += some.length;
    await write(text);
  }
  await tx.execute(sql`close everything`);
  return { rows, sha256: sum.digest("hex") };
}

/** A table's columns as they can be written again, and its primary key, whose order is the same on every server. */
function shapeOf(table: string) {
  return sql`select
    array(select attname::text from pg_attribute where attrelid = t.oid and attnum > 0 and not attisdropped and attgenerated = '' order by attnum) as columns,
    (select string_agg(quote_ident(attname) || case when attcollation <> 0 then ' collate "C"' else '' end, ', ' order by array_position(indkey::int2[], attnum))
       from pg_index join pg_attribute on attrelid = indrelid and attnum = any(indkey) where indrelid = t.oid and indisprimary) as key
    from pg_class t where t.oid = to_regclass(${`public.${table}`})`;
}

/** A name as it stands in a statement. */
export function quoted(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}

/** Writes whole lines and waits while `out` is full; fails when it has ended before its time. */
function writerTo(out: Writable): Write {
  const over = finished(out);
  over.catch(() => {});
  return async (text) => {
    if (!out.write(`${text}\n`)) await Promise.race([once(out, "drain"), over]);
  };
}
