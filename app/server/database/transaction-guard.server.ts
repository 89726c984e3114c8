import { AsyncLocalStorage } from "node:async_hooks";

// Inside a transaction, a query on the database itself would hang (PGlite) or escape it: both databases refuse.
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
