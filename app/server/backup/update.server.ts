import { mkdirSync, readdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import type { Db } from "#app/server/database/db.server.ts";
import { lastMigration, migrationNames } from "#app/server/database/migrations.server.ts";
import type { Settings } from "../env.server.ts";
import { log } from "../log.server.ts";
import { installationSecret } from "../secret.server.ts";
import { saveBackup } from "./file.server.ts";
import { readBackupKey } from "./key.server.ts";
import { writeBackup } from "./write.server.ts";

/** In the data folder; as old as the backups of the nights may become. */
export const updateBackups = { folder: "update-backups", kept: { days: 14 } };
/** A failed update is tried again at each start, so their number is limited too. */
const most = 3;

/**
 * Backs up a database that this version is about to migrate, so that the version before can be returned to.
 * No other process migrates meanwhile. Throws {@link BackupRefused}, and then the update must not go on.
 */
export async function backUpBeforeUpdate(
  db: Db,
  settings: Pick<Settings, "AUTH_SECRET" | "DATA_DIR" | "BACKUP_KEY_FILE">,
): Promise<void> {
  const schema = await lastMigration(db);
  const known = migrationNames();
  // A newer version's database is left as it is.
  if (schema === null || !known.includes(schema) || schema === known.at(-1)) return;
  const folder = join(settings.DATA_DIR, updateBackups.folder);
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const earlier = readdirSync(folder).toSorted();
  const madeAt = new Date().toISOString();
  // Their names sort by time.
  const file = join(folder, `${madeAt.replace(/[-:.]/g, "")}.backup`);
  const key = settings.BACKUP_KEY_FILE ? readBackupKey(settings.BACKUP_KEY_FILE) : null;
  const about = { secret: installationSecret(settings), madeAt };
  await saveBackup(file, (out) => writeBackup(db, about, out), key);
  log.info({ file, schema }, "backed up before the update");
  const whole = earlier.filter((name) => name.endsWith(".backup"));
  const old = earlier.filter((name) => !whole.slice(1 - most).includes(name));
  for (const name of old) rmSync(join(folder, name));
}
