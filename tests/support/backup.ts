import { join } from "node:path";
import { inject } from "vitest";
import { saveBackup } from "#app/server/backup/file.server.ts";
import { restoreBackup } from "#app/server/backup/restore.server.ts";
import { writeBackup } from "#app/server/backup/write.server.ts";
import { type Db, openDatabase } from "#app/server/database/db.server.ts";
import { createDatabase } from "./postgres.ts";
import { dataDirForTest, storeForTest } from "./test-site.ts";
import { AUTH_SECRET, type TestStore } from "./store.ts";

/* Databases that are backed up and restored into, for as long as a test runs. */

const settingsOf = ({ settings, dataDir }: TestStore) => ({
  DATABASE_URL: settings.DATABASE_URL,
  AUTH_SECRET: settings.AUTH_SECRET,
  DATA_DIR: dataDir,
});

export async function useStore<T>(
  store: TestStore,
  work: (db: Db) => Promise<T>,
  migrations?: null,
): Promise<T> {
  const { db, close } = await openDatabase(settingsOf(store), migrations);
  try {
    return await work(db);
  } finally {
    // Not `.finally(close)`: that of a query does not wait for it.
    await close();
  }
}

export const backupInfo = { secret: AUTH_SECRET, madeAt: "2026-03-10T02:00:00.000Z" };
export const save = (db: Db, file = join(dataDirForTest(), "backup")) =>
  saveBackup(file, (out) => writeBackup(db, backupInfo, out)).then((totals) => ({ file, totals }));
export const restore = (file: string, to: TestStore) => restoreBackup(file, settingsOf(to));

/** A PostgreSQL database that was never opened. */
export async function anUnmigratedStore(): Promise<TestStore> {
  const store = await storeForTest("postgres");
  return {
    ...store,
    settings: { ...store.settings, DATABASE_URL: await createDatabase(inject("postgresUrl")) },
  };
}
