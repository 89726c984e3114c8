import { log } from "./log.server.ts";

const hour = 3_600_000;

/**
 * Runs the chores one after the other, once before it answers, so that a start brings everything in order, and then
 * every hour. One that fails keeps none of the others from running. Answers with what stops it.
 */
export async function keepHouse(tasks: readonly (() => Promise<void>)[]): Promise<() => void> {
  const tidy = async () => {
    for (const task of tasks) {
      try {
        await task();
      } catch (error) {
        log.warn({ err: error }, "housekeeping failed; the next one tries again");
      }
    }
  };
  await tidy();
  const timer = setInterval(() => void tidy(), hour);
  timer.unref();
  return () => clearInterval(timer);
}
