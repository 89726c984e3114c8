import { randomUUID } from "node:crypto";
import { chmodSync, rmSync } from "node:fs";
import { type FileHandle, open, rm } from "node:fs/promises";
import { connect, createServer, type Socket } from "node:net";
import { join } from "node:path";
import type { Writable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { errorCode } from "#app/server/database/db.server.ts";
import { log } from "../log.server.ts";
import { BackupRefused } from "./file.server.ts";

/*
 * The embedded database belongs to the process that serves. It hands a backup to whoever connects to a
 * socket in its data folder, which only the folder's owner can.
 */

const socketIn = (dataDir: string) => join(dataDir, "backup.socket");

/**
 * Hands out what `write` writes, to each connection anew. Answers with what ends it, once those
 * under way have ended.
 */
export async function offerBackups(
  dataDir: string,
  write: (out: Writable) => Promise<void>,
): Promise<() => Promise<void>> {
  const path = socketIn(dataDir);
  const underWay = new Set<Promise<void>>();
  const server = createServer((socket) => {
    const one = hand(socket, dataDir, write).finally(() => underWay.delete(one));
    underWay.add(one);
  });
  // Whoever was killed left it behind; this process holds the folder's lock.
  rmSync(path, { force: true });
  try {
    await new Promise<void>((resolve, reject) =>
      server.once("error", reject).listen(path, resolve),
    );
    chmodSync(path, 0o600);
  } catch (error) {
    // Some file systems have no sockets, and no path of one may be longer than about a hundred characters.
    log.warn({ err: error }, "backups can be made only while the server is stopped");
  }
  return async () => {
    server.close();
    await Promise.all(underWay);
  };
}

/** By way of a file that has no name any more: the database must not wait for whoever takes the backup. */
async function hand(
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

/** Takes a backup from the process that serves the data folder. */
export async function takeBackup(dataDir: string, out: Writable): Promise<void> {
  let received = 0;
  const socket = connect(socketIn(dataDir)).on("data", (chunk) => (received += chunk.length));
  try {
    await pipeline(socket, out);
  } catch (error) {
    if (["ECONNREFUSED", "ENOENT"].includes(errorCode(error) ?? "") && received === 0)
      throw new BackupRefused(
        `The process that holds the database in ${dataDir} hands out no backups yet. Try again when it listens.`,
        { cause: error },
      );
    throw error;
  }
  if (received === 0)
    throw new BackupRefused("The running server could not make the backup; its log says why.");
}
