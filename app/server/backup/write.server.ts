import { createHash } from "node:crypto";
import { once } from "node:events";
import type { Writable } from "node:stream";
import { finished, pipeline } from "node:stream/promises";
import { createGzip } from "node:zlib";
import { getTableName, sql } from "drizzle-orm";
import type { Db } from "#app/server/database/db.server.ts";
import { rowsOf } from "#app/server/database/list.server.ts";
import { lastMigration, migrationNames, tablesAt } from "#app/server/database/migrations.server.ts";
import * as tables from "#app/server/database/tables.server.ts";
import { format, type Manifest, type Totals, version } from "./file.server.ts";
import { BackupRefused } from "./key.server.ts";

/** Short-lived, or credentials: after a restore no session, link or code is valid. */
const excluded: readonly string[] = [
  tables.sessions,
  tables.verifications,
  tables.oneTimeCodes,
  tables.setupLinks,
  tables.attemptCounters,
  tables.formCounters,
  tables.rateLimitBuckets,
  tables.jwks,
].map(getTableName);

export function keptTables(migration = migrationNames().at(-1)!): string[] {
  return tablesAt(migration).filter((name) => !excluded.includes(name));
}

/** In characters, roughly: a row with a document is as long as hundreds of others. */
const fetchSize = 1_000_000;
const maxRowsAtOnce = 500;

/** How many rows to fetch next. Grows in steps: later rows may be longer. */
export function rowsAtOnce(rows: number, characters: number): number {
  const fitting = Math.floor((fetchSize * rows) / Math.max(1, characters));
  return Math.min(maxRowsAtOnce, 4 * rows, Math.max(1, fitting));
}

/**
 * Ends `out`; blocks the embedded database. A database that is not migrated yet is written as it is. Throws
 * {@link BackupRefused} on one of a newer version.
 */
export async function writeBackup(
  db: Db,
  about: Pick<Manifest, "secret" | "madeAt">,
  out: Writable,
): Promise<void> {
  const gzip = createGzip();
  const written = pipeline(gzip, out);
  const filled = writeLines(db, about, gzip).then(
    () => gzip.end(),
    (error: Error) => void gzip.destroy(error),
  );
  await Promise.all([written, filled]);
}

async function writeLines(db: Db, about: Pick<Manifest, "secret" | "madeAt">, gzip: Writable) {
  const schema = await lastMigration(db);
  if (schema === null || !migrationNames().includes(schema))
    throw new BackupRefused(
      "The database is at another version than this program. Back up with the program that runs on it.",
    );
  const write = writerTo(gzip);
  await write(JSON.stringify({ format, version, schema, ...about } satisfies Manifest));
  const totals: Totals = {};
  await db.transaction(
    async (tx) => {
      await setTextForm(tx);
      for (const table of keptTables(schema)) totals[table] = await writeTable(tx, table, write);
    },
    { isolationLevel: "repeatable read", accessMode: "read only" },
  );
  await write(JSON.stringify({ end: totals }));
}

/** Makes the text form of values independent of the server's settings. */
async function setTextForm(tx: Db): Promise<void> {
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
      `declare everything no scroll cursor for
        select to_json(array[${values}])::text as line from public.${quoted(table)} order by ${key}`,
    ),
  );
  const sum = createHash("sha256");
  let rows = 0;
  let atOnce = 1;
  for (;;) {
    const some = await rowsOf<{ line: string }>(tx, sql.raw(`fetch ${atOnce} from everything`));
    if (some.length === 0) break;
    const text = some.map(({ line }) => line).join("\n");
    atOnce = rowsAtOnce(some.length, text.length);
    sum.update(`${text}\n`);
    rows += some.length;
    await write(text);
  }
  await tx.execute(sql`close everything`);
  return { rows, sha256: sum.digest("hex") };
}

/** Insertable columns, and the primary key in an order that is the same on every server. */
function shapeOf(table: string) {
  return sql`select
    array(select attname::text from pg_attribute
      where attrelid = t.oid and attnum > 0 and not attisdropped and attgenerated = ''
      order by attnum) as columns,
    (select string_agg(
        quote_ident(attname) || case when attcollation <> 0 then ' collate "C"' else '' end,
        ', ' order by array_position(indkey::int2[], attnum))
      from pg_index join pg_attribute on attrelid = indrelid and attnum = any(indkey)
      where indrelid = t.oid and indisprimary) as key
    from pg_class t where t.oid = to_regclass(${`public.${table}`})`;
}

export function quoted(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}

function writerTo(out: Writable): Write {
  const closed = finished(out);
  closed.catch(() => {});
  return async (text) => {
    if (!out.write(`${text}\n`)) await Promise.race([once(out, "drain"), closed]);
  };
}
