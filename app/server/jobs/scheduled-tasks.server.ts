import { log } from "#app/server/log.server.ts";
import { msPerHour } from "#app/values/durations.ts";

/** Returned by a task that has committed a part of its work: it runs again at once. */
export const unfinished = "unfinished";

/** Starts now and repeats every `interval` ms; a failed task does not stop the others. */
export function runScheduledTasks(
  tasks: readonly (() => Promise<unknown>)[],
  interval = msPerHour,
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
    // A running task still needs the database.
    return running;
  };
}
