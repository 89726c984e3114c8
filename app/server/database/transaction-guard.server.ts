import { AsyncLocalStorage } from "node:async_hooks";

/*
 * The embedded database has one connection: a query sent beside an open transaction, from the code
 * that holds it open, would wait for itself for ever. On PostgreSQL the same mistake would silently
 * write outside the transaction. Both databases therefore refuse it.
 */
const open = new AsyncLocalStorage<true>();

/** Runs `work` marked as being inside a transaction. */
export function insideTransaction<T>(work: () => T): T {
  return open.run(true, work);
}

/** Throws when the caller is inside a transaction and therefore must use the transaction's own handle. */
export function refuseBesideTransaction(): void {
  if (open.getStore())
    throw new Error(
      "A query was made beside the open transaction; use the transaction's own handle.",
    );
}
