import { resolve } from "node:path";
import { makeBackupKey } from "../app/server/backup/key.server.ts";
import { givenName, stop } from "./command.ts";

/* `npm run backup-key -- FILE`: makes a key that seals backups. */

const file = resolve(givenName("Usage: npm run backup-key -- FILE", {}).name);
try {
  const { name } = makeBackupKey(file);
  console.log(
    `${file} is the key ${name}. Nobody opens a backup that it sealed without it: keep a copy where neither the\n` +
      "server nor the backups are, such as a password manager or a sheet of paper.\n" +
      `BACKUP_KEY_FILE=${file} in the settings seals every backup with it, those of the night too.`,
  );
} catch (error) {
  stop(error);
}
