import { randomBytes } from "node:crypto";
import { existsSync, writeFileSync } from "node:fs";
import { resolve } from "node:path";
import { readBackupKey } from "../app/server/backup/key.server.ts";
import { givenName, stop } from "./command.ts";

/* `npm run backup-key -- FILE`: makes a key that seals backups. */

const file = resolve(givenName("Usage: npm run backup-key -- FILE", {}).name);
if (existsSync(file)) stop(`${file} exists already. Name another file.`);
try {
  const text = `${randomBytes(32).toString("base64url")}\n`;
  writeFileSync(file, text, { mode: 0o600, flag: "wx", flush: true });
} catch (error) {
  stop(`${file} could not be written: ${(error as Error).message}`);
}
console.log(
  `${file} is the key ${readBackupKey(file).name}. Nobody opens a backup that it sealed without it: keep a copy\n` +
    "where neither the server nor the backups are, such as a password manager or a sheet of paper.\n" +
    `BACKUP_KEY_FILE=${file} in the settings seals every backup with it, those of the night too.`,
);
