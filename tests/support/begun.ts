/** Marks work that may fail before anybody waits for it; whoever waits for it learns of the failure. */
export function begun<T>(work: Promise<T>): Promise<T> {
  work.catch(() => {});
  return work;
}
