import { randomBytes } from "node:crypto";
import { readFileSync, writeFileSync } from "node:fs";
import { errorCode } from "#app/server/database/db.server.ts";
import { BackupRefused } from "./file.server.ts";
import { type BackupKey, backupKeyOf } from "./seal.server.ts";

/** Never replaces a file. Throws {@link BackupRefused}. */
export function makeBackupKey(file: string): BackupKey {
  const bytes = randomBytes(32);
  try {
    const text = `${bytes.toString("base64url")}\n`;
    writeFileSync(file, text, { mode: 0o600, flag: "wx", flush: true });
  } catch (error) {
    const reason = { EEXIST: "exists already. Name another file" }[errorCode(error) ?? ""];
    throw new BackupRefused(`${file} ${reason ?? `could not be written: ${String(error)}`}.`);
  }
  return backupKeyOf(bytes);
}

/** Throws {@link BackupRefused}. */
export function readBackupKey(file: string): BackupKey {
  let text: string;
  try {
    text = readFileSync(file, "utf8");
  } catch (error) {
    throw new BackupRefused(`The key of the backups cannot be read: ${(error as Error).message}.`);
  }
  return backupKeyFrom(text, file);
}

/** @param source what the message names, such as a file */
export function backupKeyFrom(text: string, source: string): BackupKey {
  const bytes = Buffer.from(text.trim(), "base64url");
  if (bytes.length !== 32 || bytes.toString("base64url") !== text.trim())
    throw new BackupRefused(
      `${source} holds no key of a backup: \`npm run backup-key\` makes one of 43 characters.`,
    );
  return backupKeyOf(bytes);
}
