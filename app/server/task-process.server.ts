import { type ChildProcess, spawn } from "node:child_process";
import { fstatSync, readSync } from "node:fs";
import type { FileHandle } from "node:fs/promises";

/** By the system, the time limit or the site's shutdown. */
export class TaskProcessKilled extends Error {
  override name = "TaskProcessKilled";
}

const fileDescriptor = 4;

const running = new Set<ChildProcess>();

type TaskProcess = {
  /** A source file, which Node runs itself, also in production. */
  script: string;
  /** For Node. */
  args?: readonly string[];
  /** In ms. */
  timeout: number;
  /** Open as {@link fileDescriptor}. */
  file?: FileHandle | undefined;
};

/** Rejects when the process crashes or takes too long, or when `onAnswer` fails. */
export async function runTaskProcess<Task extends object, Answer>(
  { script, args = [], timeout, file }: TaskProcess,
  task: Task,
  onAnswer: (answer: Answer) => void | Promise<void>,
): Promise<void> {
  const child = spawn(process.execPath, [...args, script], {
    // stderr, the IPC channel, and the uploaded file, which has no name any more.
    stdio: ["ignore", "ignore", "pipe", "ipc", file?.fd ?? "ignore"],
    serialization: "advanced",
    // The server's environment has secrets that files do not need.
    env: {},
    timeout,
    killSignal: "SIGKILL",
  });
  running.add(child);
  let errors = "";
  const ended = new Promise<void>((resolve, reject) => {
    // Not `once`: a channel that breaks while the process is killed is a second error.
    child.on("error", reject);
    child.once("close", (code, signal) => {
      if (code === 0) resolve();
      else if (signal) reject(new TaskProcessKilled(`The process ended: ${signal}.`));
      else reject(new Error(`The process failed: ${errors}`));
    });
  });
  // If no more files can be opened, the process has no stderr and no pid.
  child.stderr?.on("data", (chunk: Buffer) => (errors = (errors + chunk.toString()).slice(-2_000)));
  let handling = Promise.resolve();
  child.on("message", (answer) => {
    handling = handling.then(() => onAnswer(answer as Answer));
    handling.catch(() => child.kill("SIGKILL"));
  });
  try {
    if (child.pid !== undefined) child.send(task, () => {});
    await ended.finally(() => handling);
  } finally {
    running.delete(child);
  }
}

/** Unfinished tasks reject. */
export function stopTaskProcesses(): void {
  for (const child of running) child.kill("SIGKILL");
}

/** In the process. Reads by position: the descriptor shares its own with the one that wrote the file. */
export function readUpload(): Buffer {
  const file = Buffer.alloc(fstatSync(fileDescriptor).size);
  for (let at = 0; at < file.length;) {
    const read = readSync(fileDescriptor, file, at, file.length - at, at);
    if (read === 0) break;
    at += read;
  }
  return file;
}
