import { randomUUID } from "node:crypto";
import { chmodSync, rmSync } from "node:fs";
import { type FileHandle, open, rm } from "node:fs/promises";
import { connect, createServer, type Socket } from "node:net";
import { join } from "node:path";
import type { Writable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { errorCode } from "#app/server/database/db.server.ts";
import { log } from "../log.server.ts";
import { BackupRefused } from "./key.server.ts";

// Only the serving process can read its database: it sends backups to a socket that only the folder's owner can open.

const socketIn = (dataDir: string) => join(dataDir, "backup.socket");

/** Returns a function that stops this and waits for the backups in progress. */
export async function offerBackups(
  dataDir: string,
  write: (out: Writable) => Promise<void>,
): Promise<() => Promise<void>> {
  const path = socketIn(dataDir);
  const inProgress = new Set<Promise<void>>();
  const server = createServer((socket) => {
    const sending = sendBackup(socket, dataDir, write).finally(() => inProgress.delete(sending));
    inProgress.add(sending);
  });
  // Left by a killed process: this one holds the folder's lock.
  rmSync(path, { force: true });
  try {
    await new Promise<void>((resolve, reject) =>
      server.once("error", reject).listen(path, resolve),
    );
    chmodSync(path, 0o600);
  } catch (error) {
    // Some file systems have no sockets, and a socket's path is limited to about 100 characters.
    log.warn({ err: error }, "backups can be made only while the server is stopped");
  }
  return async () => {
    server.close();
    await Promise.all(inProgress);
  };
}

/** Uses a temporary file, so that a slow receiver does not block the database. */
async function sendBackup(
  socket: Socket,
  dataDir: string,
  write: (out: Writable) => Promise<void>,
): Promise<void> {
  let file: FileHandle | null = null;
  socket.on("error", () => {});
  try {
    const path = join(dataDir, `backup-${randomUUID()}.part`);
    file = await open(path, "wx+", 0o600);
    await rm(path);
    await write(file.createWriteStream({ autoClose: false }));
    await pipeline(file.createReadStream({ start: 0, autoClose: false }), socket);
    log.info("backup handed out");
  } catch (error) {
    log.error({ err: error }, "backup failed");
    socket.destroy();
  } finally {
    await file?.close();
  }
}

export async function takeBackup(dataDir: string, out: Writable): Promise<void> {
  let received = 0;
  const socket = connect(socketIn(dataDir)).on("data", (chunk) => (received += chunk.length));
  try {
    await pipeline(socket, out);
  } catch (error) {
    if (["ECONNREFUSED", "ENOENT"].includes(errorCode(error) ?? "") && received === 0)
      throw new BackupRefused(
        `The process that holds the database in ${dataDir} hands out no backups yet. ` +
          "Try again when it listens.",
        { cause: error },
      );
    throw error;
  }
  if (received === 0)
    throw new BackupRefused("The running server could not make the backup; its log says why.");
}
