import { log } from "#app/server/log.server.ts";

const hour = 3_600_000;

/** What a task answers that has committed a part of its work: it is asked again at once. */
export const unfinished = "unfinished";

/**
 * Runs the tasks in order, now and then every `interval` milliseconds; one that fails does not stop the
 * others. Returns what stops them.
 */
export function runScheduledTasks(
  tasks: readonly (() => Promise<unknown>)[],
  interval = hour,
): () => Promise<void> {
  const stopping = new AbortController();
  const runAll = async () => {
    for (const task of tasks) {
      try {
        while (!stopping.signal.aborted && (await task()) === unfinished);
      } catch (error) {
        log.warn({ err: error }, "scheduled task failed; the next run tries again");
      }
    }
  };
  let running = runAll();
  const timer = setInterval(() => void (running = running.then(runAll)), interval);
  timer.unref();
  return () => {
    stopping.abort();
    clearInterval(timer);
    // A task that is running still needs the database.
    return running;
  };
}
