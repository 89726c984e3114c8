import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { afterAll, expect, inject, onTestFinished, test } from "vitest";
import { type Database, openDatabase } from "#app/server/database/db.server.ts";
import {
  lastMigration,
  migrationNames,
  migrationsFolder,
  migrationsUpTo,
} from "#app/server/database/migrations.server.ts";
import { createDatabase, openClient } from "#tests/support/postgres.ts";
import { send } from "#tests/support/request.ts";
import { runScript, temporaryDataDir } from "#tests/support/site.ts";
import { AUTH_SECRET, embeddedStore, postgresStore } from "#tests/support/store.ts";
import { startForTest } from "#tests/support/test-site.ts";

/* A process is killed in the second of two migrations: the database is as it was, and the next process completes it. */

const root = join(import.meta.dirname, "../..");
const names = migrationNames();
const earlier = names.at(-3)!;
const upToEarlier = migrationsUpTo(earlier);

afterAll(() => rmSync(upToEarlier, { recursive: true }));

type Settings = Record<string, string>;

async function use<T>(
  dataDir: string,
  settings: Settings,
  migrations: string | null,
  work: (database: Database) => Promise<T>,
): Promise<T> {
  const database = await openDatabase(
    { DATABASE_URL: settings.DATABASE_URL, DATA_DIR: dataDir },
    migrations,
  );
  try {
    return await work(database);
  } finally {
    // Not `.finally(close)`: that of a query does not wait, and whoever opens the database next finds it in use.
    await database.close();
  }
}

async function expectCompleted(
  settings: Settings,
  storeOf: typeof embeddedStore,
  kill: (dataDir: string) => Promise<void>,
): Promise<void> {
  const { dataDir, remove } = temporaryDataDir();
  onTestFinished(remove);
  await use(dataDir, settings, upToEarlier, ({ db }) =>
    db.execute(
      "insert into contact_messages (name, email, message) values ('Ada', 'ada@visitor.example', 'Written before.')",
    ),
  );
  await kill(dataDir);
  expect(await use(dataDir, settings, null, ({ db }) => lastMigration(db))).toBe(earlier);

  const { settings: opened, query } = storeOf(dataDir, remove);
  const site = await startForTest(dataDir, { ...opened, ...settings });
  expect((await send(site.url, "/readyz")).status).toBe(200);
  const applied = "select count(*)::int as count from drizzle.__drizzle_migrations";
  expect(await query(applied)).toEqual([{ count: names.length }]);
  expect(await query("select message from contact_messages")).toEqual([
    { message: "Written before." },
  ]);
}

test("a migration of the embedded database that was killed completes at the next start", async () => {
  const [statement] = readFileSync(join(migrationsFolder, `${names.at(-1)}.sql`), "utf8").split(
    "--> statement-breakpoint",
  );
  await expectCompleted({}, embeddedStore, async (dataDir) => {
    const preload = `--import=${join(root, "tests/support/kill-at.ts")}`;
    const { code, stdout, stderr } = await runScript("server.ts", [], dataDir, {
      PORT: "0",
      NODE_OPTIONS: preload,
      KILL_AT: statement!.trim(),
    });
    // First, as it says why a process ended by itself.
    expect(stderr).toBe("");
    const said = stdout.trim().split("\n");
    expect({ code, said }).toEqual({
      code: null,
      said: [expect.stringContaining("backed up before the update")],
    });
  });
});

test("a migration of PostgreSQL that was killed completes at the next start", async () => {
  const settings = { DATABASE_URL: await createDatabase(inject("postgresUrl")), AUTH_SECRET };
  const outside = await openClient(settings.DATABASE_URL);
  onTestFinished(() => outside.end());
  const storeOf: typeof embeddedStore = (...given) =>
    postgresStore(settings.DATABASE_URL, ...given);
  await expectCompleted(settings, storeOf, async (dataDir) => {
    // Whoever has done the first of the two and would note the second waits for a lock that is held here.
    const { rows } = await outside.query<{ count: string }>(
      "select count(*) from drizzle.__drizzle_migrations",
    );
    await outside.query(`create function hold() returns trigger language plpgsql as $$ begin
        if (select count(*) from drizzle.__drizzle_migrations) > ${rows[0]!.count} then
          perform pg_advisory_xact_lock(4711);
        end if;
        return new;
      end $$;
      create trigger hold before insert on drizzle.__drizzle_migrations for each row execute function hold();
      select pg_advisory_lock(4711)`);
    const child = spawn(process.execPath, [join(root, "server.ts")], {
      cwd: dataDir,
      env: { ...process.env, ...settings, NODE_ENV: "production", DATA_DIR: dataDir, PORT: "0" },
      stdio: "ignore",
    });
    onTestFinished(() => void child.kill("SIGKILL"));
    const migrating = async () =>
      (
        await outside.query(
          "select from pg_locks join pg_database on pg_database.oid = database where datname = " +
            "current_database() and locktype = 'advisory' and not granted",
        )
      ).rowCount;
    await expect.poll(migrating).toBe(1);
    child.kill("SIGKILL");
    await once(child, "exit");
    await outside.query("select pg_advisory_unlock(4711)");
    const others = async () =>
      (
        await outside.query(
          "select from pg_stat_activity where datname = current_database() and backend_type = " +
            "'client backend' and pid <> pg_backend_pid()",
        )
      ).rowCount;
    await expect.poll(others).toBe(0);
    await outside.query("drop trigger hold on drizzle.__drizzle_migrations");
  });
});
