import { parentPort } from "node:worker_threads";
import { lowerPriority } from "#app/server/thread.server.ts";
import { readStatement, type StatementToRead } from "./statement.server.ts";

lowerPriority();

parentPort!.on("message", (given: StatementToRead) => {
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- threads have no origin
  parentPort!.postMessage(readStatement(given));
});
