import { countLimit, type WaitingCounts } from "#app/features/dashboard/model.ts";
import type { AdminPage } from "./pages.ts";

/** Null when counting failed: then no number is shown. */
export type Counts = WaitingCounts | null;

/** How much waits behind an entry of the navigation; nothing for none. */
export function WaitingCount({ counts, count }: { counts: Counts; count: AdminPage["count"] }) {
  const waiting = (count && counts?.[count.of]) || 0;
  if (!count || waiting === 0) return null;
  const shown = waiting < countLimit ? String(waiting) : `${countLimit - 1}+`;
  return (
    <span className="rounded-sm bg-fill px-1.5 text-sm/5 font-semibold text-on-fill tabular-nums">
      <span className="sr-only">, </span>
      {shown}
      <span className="sr-only"> {count.word}</span>
    </span>
  );
}
