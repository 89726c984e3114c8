import { AsyncLocalStorage } from "node:async_hooks";

// Inside a transaction, a query on the database itself would wait for ever on PGlite, which has one
// connection, and write outside the transaction on PostgreSQL. Both refuse it.
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
