import { parentPort } from "node:worker_threads";
import { lowerPriority } from "#app/server/thread.server.ts";
import { NotCalendar } from "./ics.ts";
import { type CalendarToExpand, expandCalendar, TooMuchToExpand } from "./expand.ts";
import type { Expansion } from "./read.server.ts";

/* Reading a large calendar takes a second or more, for which requests need not wait. */

lowerPriority();

function expansionOf(given: CalendarToExpand): Expansion {
  try {
    return { ok: true, ...expandCalendar(given) };
  } catch (error) {
    if (error instanceof NotCalendar) return { ok: false, problem: error.reason };
    if (error instanceof TooMuchToExpand) return { ok: false, problem: "too-many" };
    throw error;
  }
}

parentPort!.on("message", (given: CalendarToExpand) => {
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- threads have no origin
  parentPort!.postMessage(expansionOf(given));
});
