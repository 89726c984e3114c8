import { createContext, Script } from "node:vm";

const call = new Script("work()");
// To make one takes a millisecond.
const context = createContext({ work: null as (() => unknown) | null });

/**
 * What the work returns; throws when it has not ended after so many milliseconds, whatever it is at. Blocks
 * the thread until then, and must not be nested.
 */
export function within<T>(ms: number, work: () => T): T {
  context.work = work;
  return call.runInContext(context, { timeout: ms }) as T;
}
