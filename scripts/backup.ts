import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import type { Writable } from "node:stream";
import { givenName, settingsOrStop, stop } from "./command.ts";

/*
 * `npm run backup -- FILE [--key FILE]`, from either database, while the site runs or not. Sealed with the
 * key of that file, or of BACKUP_KEY_FILE.
 */

const usage = "Usage: npm run backup -- FILE [--key FILE]";
const { name, values } = givenName(usage, { key: { type: "string" } });
const file = resolve(name);
const settings = await settingsOrStop();
const keyFile = values.key ?? settings.BACKUP_KEY_FILE;

const { openDatabase } = await import("../app/server/database/db.server.ts");
const { installationSecret } = await import("../app/server/secret.server.ts");
const { saveBackup } = await import("../app/server/backup/file.server.ts");
const { readBackupKey } = await import("../app/server/backup/key.server.ts");
const { takeBackup } = await import("../app/server/backup/socket.server.ts");
const { writeBackup } = await import("../app/server/backup/write.server.ts");

if (!settings.DATABASE_URL && !existsSync(join(settings.DATA_DIR, "database")))
  stop(`There is no database in ${settings.DATA_DIR}.`);

async function fill(out: Writable): Promise<void> {
  const database = await openDatabase(settings, null, "none").catch((error: Error) => {
    if (error.name === "DatabaseInUse") return null;
    throw error;
  });
  if (!database) return takeBackup(settings.DATA_DIR, out);
  await writeBackup(
    database.db,
    { secret: installationSecret(settings), madeAt: new Date().toISOString() },
    out,
  ).finally(database.close);
}

const key = keyFile === undefined ? null : keyOrStop(keyFile);
const totals = await saveBackup(file, fill, key).catch(stop);
recordTime();
const rows = Object.values(totals).reduce((sum, { rows: some }) => sum + some, 0);
console.log(
  `${file} holds ${rows} rows of ${Object.keys(totals).length} tables, and the installation's secret: ` +
    (key
      ? `it is sealed with the key ${key.name}, without which nobody can open it.`
      : "keep it as you keep the site itself."),
);

function keyOrStop(from: string) {
  try {
    return readBackupKey(from);
  } catch (error) {
    return stop(error);
  }
}

/** For launch-check. The backup is good even if the data folder is read-only. */
function recordTime(): void {
  try {
    mkdirSync(settings.DATA_DIR, { recursive: true, mode: 0o700 });
    writeFileSync(join(settings.DATA_DIR, "last-backup"), `${new Date().toISOString()}\n`);
  } catch {
    console.error(
      `${settings.DATA_DIR} could not be told of it: launch-check will not know of this backup.`,
    );
  }
}
