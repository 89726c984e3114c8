import { log } from "./log.server.ts";

const hour = 3_600_000;

/** Forgets what is of no use any more, once before it answers and then every hour. Answers with what stops it. */
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
