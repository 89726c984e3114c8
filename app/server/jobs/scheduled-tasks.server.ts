import { log } from "#app/server/log.server.ts";

const hour = 3_600_000;

/**
 * Runs the tasks in order, once before it returns and then every `interval` milliseconds; one that
 * fails does not stop the others. Returns what stops them.
 */
export async function runScheduledTasks(
  tasks: readonly (() => Promise<unknown>)[],
  interval = hour,
): Promise<() => Promise<void>> {
  const runAll = async () => {
    for (const task of tasks) {
      try {
        await task();
      } catch (error) {
        log.warn({ err: error }, "scheduled task failed; the next run tries again");
      }
    }
  };
  let running = runAll();
  await running;
  const timer = setInterval(() => void (running = running.then(runAll)), interval);
  timer.unref();
  return () => {
    clearInterval(timer);
    // A task that is running still needs the database.
    return running;
  };
}
