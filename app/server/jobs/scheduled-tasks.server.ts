import { log } from "#app/server/log.server.ts";

const hour = 3_600_000;

/**
 * Runs the tasks one after the other: once before it returns, so that a start brings everything in
 * order, and then `every` so many milliseconds. One that fails does not keep the others from
 * running. Returns what stops them.
 */
export async function runScheduledTasks(
  tasks: readonly (() => Promise<unknown>)[],
  every = hour,
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
  const timer = setInterval(() => void (running = running.then(runAll)), every);
  timer.unref();
  return () => {
    clearInterval(timer);
    // A task that is running still needs the database.
    return running;
  };
}
