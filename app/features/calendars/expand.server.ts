import { join } from "node:path";
import { root } from "#app/server/root.server.ts";
import { openThread } from "#app/server/thread.server.ts";
import type { CalendarToExpand, ExpandedCalendar } from "./expand.ts";
import { CalendarProblem, type ProblemKind } from "./problems.ts";

export type Expansion = ({ ok: true } & ExpandedCalendar) | { ok: false; problem: ProblemKind };

// The sources exist in every environment, production included, and Node runs them as they are.
const worker = join(root, "app/features/calendars/expand-worker.server.ts");
const expand = openThread<CalendarToExpand, Expansion>(worker);

/** Throws {@link CalendarProblem}. */
export async function expandInThread(given: CalendarToExpand): Promise<ExpandedCalendar> {
  const expansion = await expand(given).catch((error: unknown) => {
    // It took too long or ran out of the thread's memory.
    throw new CalendarProblem("too-many", { cause: error });
  });
  if (!expansion.ok) throw new CalendarProblem(expansion.problem);
  return expansion;
}
