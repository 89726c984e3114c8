import { createContext, Script } from "node:vm";

const call = new Script("work()");
// Creating one takes a millisecond.
const context = createContext({ work: null as (() => unknown) | null });

/** Throws after `ms` milliseconds. Blocks the thread until then, and must not be nested. */
export function within<T>(ms: number, work: () => T): T {
  context.work = work;
  return call.runInContext(context, { timeout: ms }) as T;
}
