import { AsyncLocalStorage } from "node:async_hooks";

/*
 * Inside a transaction, a query on the database itself instead of the transaction would wait for ever
 * on the embedded database, which has one connection, and on PostgreSQL write outside the transaction.
 * Both refuse it.
 */
const open = new AsyncLocalStorage<true>();

export function insideTransaction<T>(work: () => T): T {
  return open.run(true, work);
}

export function refuseBesideTransaction(): void {
  if (open.getStore())
    throw new Error(
      "A query was made beside the open transaction; use the transaction's own handle.",
    );
}
