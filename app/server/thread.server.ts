import { Worker } from "node:worker_threads";
import { constants, getPriority, setPriority } from "node:os";

type Work<Job, Result> = {
  job: Job;
  resolve: (result: Result) => void;
  reject: (reason: Error) => void;
};

/** In milliseconds: for one job, and until an idle thread ends. */
type Timeouts = { job: number; idle: number };

const maxWaiting = 100;

/** One job at a time. A failed, late or fatal job rejects; the next one starts a new thread. */
export function openThread<Job, Result>(
  script: string | URL,
  timeouts: Timeouts = { job: 15_000, idle: 30_000 },
) {
  const waiting: Work<Job, Result>[] = [];
  let current: Work<Job, Result> | null = null;
  let thread: Worker | null = null;
  let timer: NodeJS.Timeout | undefined;

  const next = () => {
    if (current) return;
    clearTimeout(timer);
    current = waiting.shift() ?? null;
    if (current) {
      thread ??= start();
      timer = setTimeout(() => end(new Error("The job took too long.")), timeouts.job);
      // oxlint-disable-next-line unicorn/require-post-message-target-origin -- threads have no origin
      thread.postMessage(current.job);
    } else if (thread) {
      timer = setTimeout(() => end(new Error("Nothing to do.")), timeouts.idle).unref();
    }
  };
  const settle = (complete: (work: Work<Job, Result>) => void) => {
    const settled = current;
    current = null;
    if (settled) complete(settled);
    next();
  };
  const end = (reason: Error) => {
    const ended = thread;
    thread = null;
    void ended?.terminate();
    settle(({ reject }) => reject(reason));
  };
  const start = (): Worker => {
    const worker = new Worker(script, {
      name: "worker",
      // The server's environment has secrets that no job needs.
      env: {},
      execArgv: [],
      resourceLimits: { maxOldGenerationSizeMb: 192 },
    });
    const unlessReplaced = (listener: (value: never) => void) => (value: unknown) =>
      thread === worker && listener(value as never);
    worker.on(
      "message",
      unlessReplaced((result: Result) => settle(({ resolve }) => resolve(result))),
    );
    worker.on(
      "error",
      unlessReplaced((error: Error) => end(error)),
    );
    worker.on(
      "exit",
      unlessReplaced(() => end(new Error("The thread has ended."))),
    );
    // An idle thread must not keep the process alive.
    worker.unref();
    return worker;
  };

  return (job: Job): Promise<Result> => {
    if (waiting.length >= maxWaiting)
      return Promise.reject(new Error("Too many jobs are waiting."));
    return new Promise((resolve, reject) => {
      waiting.push({ job, resolve, reject });
      next();
    });
  };
}

const { PRIORITY_BELOW_NORMAL } = constants.priority;

export function lowerPriority(): void {
  // On other systems a priority is the whole process's.
  if (process.platform !== "linux") return;
  try {
    // A process may only lower its own.
    if (getPriority() < PRIORITY_BELOW_NORMAL) setPriority(PRIORITY_BELOW_NORMAL);
  } catch {
    // A container may refuse both calls; the work is the same at any priority.
  }
}
