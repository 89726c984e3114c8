import { randomBytes } from "node:crypto";
import { mkdirSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { sql } from "drizzle-orm";
import { afterAll, expect, test } from "vitest";
import { readBackupKey } from "#app/server/backup/key.server.ts";
import { restoreBackup } from "#app/server/backup/restore.server.ts";
import { backUpBeforeUpdate } from "#app/server/backup/update.server.ts";
import { openDatabase } from "#app/server/database/db.server.ts";
import { rowsOf } from "#app/server/database/list.server.ts";
import {
  lastMigration,
  migrationNames,
  migrationsFolder,
  migrationsUpTo,
  tablesAt,
} from "#app/server/database/migrations.server.ts";
import { anUnmigratedStore } from "./support/backup.ts";
import { AUTH_SECRET } from "./support/store.ts";

/* Before a version migrates a database, it writes a backup that both versions can restore. */

// Its successor adds tables and columns.
const earlier = "0009_limits";
const upToEarlier = migrationsUpTo(earlier);
afterAll(() => rmSync(upToEarlier, { recursive: true }));

type Target = { DATABASE_URL: string; DATA_DIR: string; AUTH_SECRET: string };

async function anEmptyDatabase(): Promise<Target> {
  const { settings, dataDir } = await anUnmigratedStore();
  return { DATABASE_URL: settings.DATABASE_URL!, DATA_DIR: dataDir, AUTH_SECRET };
}

async function open(target: Target, migrations: string, key?: string) {
  const settings = { ...target, BACKUP_KEY_FILE: key };
  const { db, close } = await openDatabase(target, migrations, undefined, (old) =>
    backUpBeforeUpdate(old, settings),
  );
  return { db, close };
}

const backupsOf = ({ DATA_DIR }: Target) => {
  const folder = join(DATA_DIR, "update-backups");
  return readdirSync(folder).map((name) => join(folder, name));
};

const message = sql`insert into contact_messages (name, email, message) values ('Ada', 'a@b.co', 'Before.')`;
const messages = sql`select message from contact_messages`;

test("an update can be taken back with the backup made before it", async () => {
  const target = await anEmptyDatabase();
  const before = await open(target, upToEarlier);
  await before.db.execute(message);
  await before.close();
  const key = join(target.DATA_DIR, "key");
  writeFileSync(key, randomBytes(32).toString("base64url"));

  const after = await open(target, migrationsFolder, key);
  expect(await lastMigration(after.db)).toBe(migrationNames().at(-1));
  await after.close();
  const [file, ...more] = backupsOf(target);
  expect(more).toEqual([]);
  await expect(restoreBackup(file!, target)).rejects.toThrow("is sealed with the key");

  const again = await anEmptyDatabase();
  const totals = await restoreBackup(file!, again, readBackupKey(key));
  expect(totals.contact_messages!.rows).toBe(1);
  expect(Object.keys(totals).filter((name) => !tablesAt(earlier).includes(name))).toEqual([]);
  const restored = await open(again, migrationsFolder);
  expect(await rowsOf(restored.db, messages)).toEqual([{ message: "Before." }]);
  await restored.close();
});

test("a start without an update makes no backup", async () => {
  const target = await anEmptyDatabase();
  for (let start = 0; start < 2; start++) await (await open(target, migrationsFolder)).close();
  expect(readdirSync(target.DATA_DIR)).toEqual([]);
});

test("where no backup can be made, nothing is migrated", async () => {
  const target = await anEmptyDatabase();
  await (await open(target, upToEarlier)).close();
  await expect(open(target, migrationsFolder, "/nowhere/key")).rejects.toThrow("cannot be read");
  const { db, close } = await openDatabase(target, null);
  expect(await lastMigration(db)).toBe(earlier);
  await close();
});

test("the last three are kept, and nothing of one that was killed", async () => {
  const target = await anEmptyDatabase();
  await (await open(target, upToEarlier)).close();
  const folder = join(target.DATA_DIR, "update-backups");
  mkdirSync(folder);
  const names = ["1.backup", "2.backup", "3.backup", "4.backup.0.part"];
  for (const name of names) writeFileSync(join(folder, name), "");
  await (await open(target, migrationsFolder)).close();
  expect(readdirSync(folder).toSorted()).toEqual([
    "2.backup",
    expect.stringMatching(/^20\d{6}T\d{9}Z\.backup$/),
    "3.backup",
  ]);
});
