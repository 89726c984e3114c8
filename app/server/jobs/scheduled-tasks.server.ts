import { log } from "#app/server/log.server.ts";

const hour = 3_600_000;

/**
 * Runs the chores one after the other, once before it answers, so that a start brings everything in order, and then
 * `every` so many milliseconds. One that fails keeps none of the others from running. Answers with what stops it.
 */
export async function runScheduledTasks(
  tasks: readonly (() => Promise<void>)[],
  every = hour,
): Promise<() => Promise<void>> {
  const tidy = async () => {
    for (const task of tasks) {
      try {
        await task();
      } catch (error) {
        log.warn({ err: error }, "housekeeping failed; the next one tries again");
      }
    }
  };
  let running = tidy();
  await running;
  const timer = setInterval(() => void (running = running.then(tidy)), every);
  timer.unref();
  return () => {
    clearInterval(timer);
    // What is under way still needs the database.
    return running;
  };
}
