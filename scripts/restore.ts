import { resolve } from "node:path";
import { createInterface } from "node:readline";
import type { BackupKey } from "../app/server/backup/key.server.ts";
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
let given: Promise<BackupKey> | null = null;

const { checkBackup } = await import("../app/server/backup/file.server.ts");
const { backupKeyFrom, readBackupKey } = await import("../app/server/backup/key.server.ts");
const { restoreBackup } = await import("../app/server/backup/restore.server.ts");

await restore().catch(stop);

async function restore(): Promise<void> {
  const key = values.key === undefined ? askForKey : readBackupKey(values.key);
  if (values.secret) return console.log((await checkBackup(file, key)).manifest.secret);
  const totals = await restoreBackup(file, settings, key);
  for (const [table, { rows }] of Object.entries(totals))
    if (rows > 0) console.log(`${String(rows).padStart(8)}  ${table}`);
  console.log(
    "Restored. Everyone has to sign in again. Emails that were not sent yet go out when the site starts.\n" +
      "If invoices were issued after this backup, raise the next number in the business details first.",
  );
}

/** Once: the file is read twice. */
function askForKey(keyName: string): Promise<BackupKey> {
  return (given ??= settings.BACKUP_KEY_FILE
    ? Promise.resolve(readBackupKey(settings.BACKUP_KEY_FILE))
    : readKey(keyName));
}

async function readKey(keyName: string): Promise<BackupKey> {
  process.stderr.write(`${file} is sealed. Type its key ${keyName}, or name its file with --key: `);
  for await (const line of createInterface({ input: process.stdin }))
    return backupKeyFrom(line, "What was typed");
  return stop("\nNo key was given.");
}
