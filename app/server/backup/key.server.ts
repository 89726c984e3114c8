import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";

export class BackupRefused extends Error {
  override name = "BackupRefused";
}

/** The name tells keys apart and tells nothing of them. */
export type BackupKey = { bytes: Buffer; name: string };

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
  const name = createHash("sha256").update("breath-and-key backup key\n").update(bytes);
  return { bytes, name: name.digest("hex").slice(0, 12) };
}
