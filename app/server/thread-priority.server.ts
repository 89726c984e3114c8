import { constants, getPriority, setPriority } from "node:os";

const { PRIORITY_BELOW_NORMAL } = constants.priority;

/** Lets the thread that calls it give way to the one that answers requests, where the system allows it. */
export function lowerPriority(): void {
  // Elsewhere than on Linux a priority is the whole process's.
  if (process.platform !== "linux") return;
  try {
    // A process may only lower its own.
    if (getPriority() < PRIORITY_BELOW_NORMAL) setPriority(PRIORITY_BELOW_NORMAL);
  } catch {
    // A container's filter of system calls may refuse both; the work is the same at any priority.
  }
}
