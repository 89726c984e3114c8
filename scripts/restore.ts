import { resolve } from "node:path";
import { createInterface } from "node:readline";
import type { BackupKey } from "../app/server/backup/seal.server.ts";
import { givenName, settingsOrStop, stop } from "./command.ts";

/*
 * `npm run restore -- FILE [--key FILE]`: into an empty database, of either kind. With `--secret` it only
 * prints the installation's secret that is in the backup.
 */

const { name, values } = givenName("Usage: npm run restore -- FILE [--key FILE] [--secret]", {
  key: { type: "string" },
  secret: { type: "boolean" },
});
const file = resolve(name);
const settings = await settingsOrStop();

const { checkBackup, keyNameOf } = await import("../app/server/backup/file.server.ts");
const { backupKeyFrom, readBackupKey } = await import("../app/server/backup/key.server.ts");
const { restoreBackup } = await import("../app/server/backup/restore.server.ts");

await restore().catch(stop);

async function restore(): Promise<void> {
  const key = await keyOfFile();
  if (values.secret) return console.log((await checkBackup(file, key)).manifest.secret);
  const totals = await restoreBackup(file, settings, key);
  for (const [table, { rows }] of Object.entries(totals))
    if (rows > 0) console.log(`${String(rows).padStart(8)}  ${table}`);
  console.log(
    "Restored. Everyone has to sign in again. Emails that were not sent yet go out when the site starts.\n" +
      "If invoices were issued after this backup, raise the next number in the business details first.",
  );
}

/** Whoever names a key expects a sealed file: one that is not sealed may be somebody else's. */
async function keyOfFile(): Promise<BackupKey | null> {
  const keyName = keyNameOf(file);
  if (keyName === null)
    return values.key === undefined
      ? null
      : stop(`${file} is not sealed: restore it without --key, if it is yours.`);
  const keyFile = values.key ?? settings.BACKUP_KEY_FILE;
  if (keyFile !== undefined) return readBackupKey(keyFile);
  process.stderr.write(`${file} is sealed. Type its key ${keyName}, or name its file with --key: `);
  for await (const line of createInterface({ input: process.stdin }))
    return backupKeyFrom(line, "What was typed");
  return stop("\nNo key was given.");
}
