import { type ChildProcess, spawn } from "node:child_process";
import type { FileHandle } from "node:fs/promises";
import { join } from "node:path";
import { log } from "#app/server/log.server.ts";
import { root } from "#app/server/root.server.ts";
import type { PictureShape } from "#app/server/database/enums.ts";
import type { PictureRefusal } from "./model.ts";
import type { PictureAnswer, PictureTask } from "./worker.server.ts";

// Node runs the source file itself, also in production.
const script = join(root, "app/features/site-pictures/worker.server.ts");

/** In ms; a picture of 60 megapixels takes seconds. */
const timeouts: Record<PictureTask["kind"], number> = {
  prepare: 60_000,
  render: 240_000,
  email: 60_000,
};

/** By the system, the time limit or the site's shutdown. */
class PictureProcessKilled extends Error {
  override name = "PictureProcessKilled";
}

const running = new Set<ChildProcess>();
let preparing: Promise<unknown> = Promise.resolve();

/** Rejects when the process crashes or takes too long, or when `onAnswer` fails. */
export async function runPictureTask(
  task: PictureTask,
  onAnswer: (answer: PictureAnswer) => void | Promise<void>,
  file?: FileHandle,
): Promise<void> {
  const child = spawn(process.execPath, [script], {
    // stderr, the IPC channel, and the uploaded file, which has no name any more.
    stdio: ["ignore", "ignore", "pipe", "ipc", file?.fd ?? "ignore"],
    serialization: "advanced",
    // The server's environment has secrets that pictures do not need.
    env: {},
    timeout: timeouts[task.kind],
    killSignal: "SIGKILL",
  });
  running.add(child);
  let errors = "";
  const ended = new Promise<void>((resolve, reject) => {
    // Not `once`: a channel that breaks while the process is killed is a second error.
    child.on("error", reject);
    child.once("close", (code, signal) => {
      if (code === 0) resolve();
      else if (signal) reject(new PictureProcessKilled(`The picture process ended: ${signal}.`));
      else reject(new Error(`The picture process failed: ${errors}`));
    });
  });
  // If no more files can be opened, the process has no stderr and no pid.
  child.stderr?.on("data", (chunk: Buffer) => (errors = (errors + chunk.toString()).slice(-2_000)));
  let handling = Promise.resolve();
  child.on("message", (answer) => {
    handling = handling.then(() => onAnswer(answer as PictureAnswer));
    handling.catch(() => child.kill("SIGKILL"));
  });
  try {
    if (child.pid !== undefined) child.send(task, () => {});
    await ended.finally(() => handling);
  } finally {
    running.delete(child);
  }
}

type Prepared = { original: Uint8Array } | { refusal: PictureRefusal };

/** One at a time: decoding needs much memory. A file that kills the process is damaged. */
export function preparePicture(file: FileHandle, shape: PictureShape): Promise<Prepared> {
  const prepare = async () => {
    let prepared: Prepared = { refusal: "damaged" };
    await runPictureTask(
      { kind: "prepare", shape },
      (answer) => {
        if (answer.kind === "refused") prepared = { refusal: answer.refusal };
        if (answer.kind === "prepared") prepared = { original: answer.original };
      },
      file,
    );
    return prepared;
  };
  const result = preparing.then(prepare).catch((error: unknown): Prepared => {
    if (!(error instanceof PictureProcessKilled)) throw error;
    log.warn({ err: error }, "picture not decoded");
    return { refusal: "damaged" };
  });
  preparing = result.catch(() => {});
  return result;
}

/** Unfinished tasks reject; queued ones start again with the next start. */
export function stopPictureTasks(): void {
  for (const child of running) child.kill("SIGKILL");
}
