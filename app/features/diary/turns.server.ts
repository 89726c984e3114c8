/* In which order visitors change the diary. */

/** For how long somebody waits, in milliseconds: some hundred others are served in it. */
const patience = 5_000;

let last: Promise<unknown> = Promise.resolve();

/**
 * Visitors of one process change the diary one after the other, and wait for it here rather than each with a
 * connection to the database, of which the others would then find none free. Throws after five seconds of waiting.
 */
export async function inDiaryTurn<T>(work: () => Promise<T>): Promise<T> {
  const before = last;
  const over = Promise.withResolvers<void>();
  last = before.then(() => over.promise);
  try {
    await soon(before);
    return await work();
  } finally {
    over.resolve();
  }
}

async function soon(turn: Promise<unknown>): Promise<void> {
  const { promise: tooLate, reject } = Promise.withResolvers<never>();
  const giveUp = () => reject(new Error("The diary did not become free in time."));
  const timer = setTimeout(giveUp, patience);
  await Promise.race([turn, tooLate]).finally(() => clearTimeout(timer));
}
