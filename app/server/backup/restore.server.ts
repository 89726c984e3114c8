import { existsSync, rmSync } from "node:fs";
import { join } from "node:path";
import { type SQL, sql } from "drizzle-orm";
import { type Database, type Db, errorCode, openDatabase } from "#app/server/database/db.server.ts";
import { rowsOf } from "#app/server/database/list.server.ts";
import {
  lastMigration,
  migrationNames,
  migrationsUpTo,
} from "#app/server/database/migrations.server.ts";
import type { Settings } from "../env.server.ts";
import { storeSecret } from "../secret.server.ts";
import {
  checkBackup,
  type Manifest,
  type Row,
  type TableHead,
  tablesOf,
  type Totals,
} from "./file.server.ts";
import { BackupRefused } from "./key.server.ts";
import type { KeySource } from "./seal.server.ts";
import { keptTables, quoted } from "./write.server.ts";

type Target = Pick<Settings, "DATABASE_URL" | "DATA_DIR" | "AUTH_SECRET">;

/** All or nothing; throws {@link BackupRefused}. The site's next start queues the jobs again. */
export async function restoreBackup(
  file: string,
  target: Target,
  key: KeySource = null,
): Promise<Totals> {
  const { manifest, totals } = await checkBackup(file, key);
  if (!migrationNames().includes(manifest.schema))
    throw new BackupRefused(
      `${file} was made by a newer version of this program. Restore it with that one.`,
    );
  if (target.AUTH_SECRET && target.AUTH_SECRET !== manifest.secret) {
    throw new BackupRefused(
      "AUTH_SECRET is not the one that this backup was made with; second factors and signed " +
        `links would be dead. To see the right one: npm run restore -- ${file} --secret`,
    );
  }
  await refuseUnlessEmpty(target);
  const isOld = manifest.schema !== migrationNames().at(-1);
  const migrations = isOld ? migrationsUpTo(manifest.schema) : undefined;
  try {
    await use(target, migrations, (database) => fill(database, { file, key }, manifest, target));
  } catch (error) {
    throw errorCode(error) === duplicateTable ? notEmpty() : error;
  } finally {
    if (migrations) rmSync(migrations, { recursive: true });
  }
  // Opening it again applies the later migrations.
  if (isOld) await use(target, undefined, async () => {});
  return totals;
}

/** Another program's table: our own migrations know what exists. */
const duplicateTable = "42P07";

const notEmpty = () =>
  new BackupRefused(
    "The database is not empty. A backup is restored into an empty one only; nothing was changed.",
  );

async function use(
  target: Target,
  migrations: string | null | undefined,
  work: (database: Database) => Promise<void>,
): Promise<void> {
  const database = await openDatabase(target, migrations, "none");
  try {
    await work(database);
  } finally {
    await database.close();
  }
}

async function refuseUnlessEmpty(target: Target): Promise<void> {
  if (!target.DATABASE_URL && !existsSync(join(target.DATA_DIR, "database"))) return;
  await use(target, null, async ({ db }) => {
    if (!(await isEmpty(db))) throw notEmpty();
  });
}

function existing(names: string[]) {
  const listed = sql.join(
    names.map((name) => sql`${name}`),
    sql`, `,
  );
  return sql`select oid from pg_class
    where relnamespace = 'public'::regnamespace and relkind = 'r' and relname in (${listed})`;
}

async function isEmpty(db: Db, names = keptTables()): Promise<boolean> {
  for (const { table } of await rowsOf<{ table: string }>(
    db,
    sql`select oid::regclass::text as table from pg_class where oid in (${existing(names)})`,
  )) {
    const [found] = await rowsOf<{ some: boolean }>(
      db,
      sql.raw(`select exists (select from ${table}) as some`),
    );
    if (found!.some) return false;
  }
  return true;
}

type Source = { file: string; key: KeySource };

async function fill({ db }: Database, source: Source, manifest: Manifest, target: Target) {
  if ((await lastMigration(db)) !== manifest.schema)
    throw new BackupRefused(
      "The database has been used by a newer version of this program than the backup's. Name a new, empty one.",
    );
  const names = keptTables(manifest.schema);
  await db.transaction(async (tx) => {
    const references = await prepareTables(tx, existing(names));
    if (!(await isEmpty(tx, names))) throw notEmpty();
    // Before the rows: a restore killed in between must not look complete without its secret.
    if (!target.AUTH_SECRET) storeSecret(target, manifest.secret);
    await load(tx, source);
    for (const { table, name, definition } of references)
      await tx.execute(sql.raw(`alter table ${table} add constraint ${name} ${definition}`));
  });
}

type Reference = { table: string; name: string; definition: string };

/** Drops the foreign keys, which would require an order of the rows. */
async function prepareTables(tx: Db, tables: SQL): Promise<Reference[]> {
  for (const { table } of await rowsOf<{ table: string }>(
    tx,
    sql`select oid::regclass::text as table from pg_class where oid in (${tables}) order by 1`,
  ))
    await tx.execute(sql.raw(`lock table ${table}`));
  const references = await rowsOf<Reference>(
    tx,
    sql`select conrelid::regclass::text as table, quote_ident(conname) as name, pg_get_constraintdef(oid) as definition
      from pg_constraint where contype = 'f' and connamespace = 'public'::regnamespace
        and conrelid in (${tables})`,
  );
  for (const { table, name } of references)
    await tx.execute(sql.raw(`alter table ${table} drop constraint ${name}`));
  return references;
}

/** In characters; a single row may be longer. */
const batchSize = 500_000;

async function load(tx: Db, { file, key }: Source): Promise<void> {
  let insert: (rows: Row[]) => Promise<void> = async () => {};
  let rows: Row[] = [];
  let size = 0;
  const flush = async () => {
    if (rows.length > 0) await insert(rows);
    rows = [];
    size = 0;
  };
  let finishTable = async () => {};
  for await (const value of tablesOf(file, key)) {
    if (Array.isArray(value)) {
      rows.push(value);
      size += value.reduce((sum, text) => sum + (text?.length ?? 4), 0);
      if (size > batchSize) await flush();
      continue;
    }
    await flush();
    await finishTable();
    insert = await inserter(tx, value);
    await tx.execute(sql.raw(`alter table public.${quoted(value.table)} disable trigger user`));
    finishTable = () => finish(tx, value);
  }
  await flush();
  await finishTable();
}

async function inserter(
  tx: Db,
  { table, columns }: TableHead,
): Promise<(rows: Row[]) => Promise<void>> {
  const known = await rowsOf<{ name: string; type: string }>(
    tx,
    sql`select attname::text as name, format_type(atttypid, atttypmod) as type from pg_attribute
      where attrelid = to_regclass(${`public.${quoted(table)}`}) and attnum > 0 and not attisdropped`,
  );
  const types = new Map(known.map(({ name, type }) => [name, type]));
  const unknownColumn = columns.find((name) => !types.has(name));
  if (unknownColumn)
    throw new BackupRefused(
      `This backup has a column ${table}.${unknownColumn} that the database does not know.`,
    );
  const values = columns.map((name, index) => `(line->>${index})::${types.get(name)}`).join(", ");
  const start = sql.raw(
    `insert into public.${quoted(table)} (${columns.map(quoted).join(", ")})
      overriding system value select ${values} from json_array_elements(`,
  );
  return async (rows) =>
    void (await tx.execute(sql`${start}${JSON.stringify(rows)}::json) as line`));
}

async function finish(tx: Db, { table, columns }: TableHead): Promise<void> {
  const name = `public.${quoted(table)}`;
  await tx.execute(sql.raw(`alter table ${name} enable trigger user`));
  for (const column of columns) {
    const [found] = await rowsOf<{ sequence: string | null }>(
      tx,
      sql`select pg_get_serial_sequence(${name}, ${column}) as sequence`,
    );
    if (found!.sequence)
      await tx.execute(
        sql.raw(
          `select setval('${found!.sequence}', (select coalesce(max(${quoted(column)}), 0) + 1 from ${name}), false)`,
        ),
      );
  }
}
