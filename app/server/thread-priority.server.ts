import { constants, getPriority, setPriority } from "node:os";

const { PRIORITY_BELOW_NORMAL } = constants.priority;

export function lowerPriority(): void {
  // On other systems a priority is the whole process's.
  if (process.platform !== "linux") return;
  try {
    // A process may only lower its own.
    if (getPriority() < PRIORITY_BELOW_NORMAL) setPriority(PRIORITY_BELOW_NORMAL);
  } catch {
    // A container may refuse both calls; the work is the same at any priority.
  }
}
