import { constants, getPriority, setPriority } from "node:os";

const { PRIORITY_BELOW_NORMAL } = constants.priority;

/** Lets the thread that calls it give way to the one that answers requests. */
export function lowerPriority(): void {
  // Elsewhere than on Linux a priority is the whole process's. A process may only lower its own.
  if (process.platform === "linux" && getPriority() < PRIORITY_BELOW_NORMAL)
    setPriority(PRIORITY_BELOW_NORMAL);
}
