/** Milliseconds; several hundred visitors are served in it. */
const patience = 5_000;

let last: Promise<unknown> = Promise.resolve();

/** Waits here instead of holding a connection from the pool. Throws after five seconds. */
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
