import { parentPort } from "node:worker_threads";
import { lowerPriority } from "#app/server/thread.server.ts";
import type { FileToRead } from "./model.ts";
import { readImport } from "./read.server.ts";

lowerPriority();

parentPort!.on("message", (given: FileToRead) => {
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- threads have no origin
  parentPort!.postMessage(readImport(given));
});
