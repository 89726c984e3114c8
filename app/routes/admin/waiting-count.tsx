import { countLimit, type WaitingCounts } from "#app/features/dashboard/model.ts";
import type { AdminPage } from "./pages.ts";

/** Null when counting failed: no numbers are shown. */
export type Counts = WaitingCounts | null;

export function WaitingCount({ counts, count }: { counts: Counts; count: AdminPage["count"] }) {
  return count ? <CountBadge waiting={counts?.[count.of] ?? 0} word={count.word} /> : null;
}

export function WaitingSum({ counts, of }: { counts: Counts; of: readonly AdminPage[] }) {
  const waiting = of.map(({ count }) => (count && counts?.[count.of]) ?? 0);
  return <CountBadge waiting={waiting.reduce((sum, one) => sum + one, 0)} word="waiting" />;
}

function CountBadge({ waiting, word }: { waiting: number; word: string }) {
  if (waiting === 0) return null;
  const shown = waiting < countLimit ? String(waiting) : `${countLimit - 1}+`;
  return (
    <span className="rounded-sm bg-fill px-1.5 text-sm/5 font-semibold text-on-fill tabular-nums">
      <span className="sr-only">, </span>
      {shown}
      <span className="sr-only"> {word}</span>
    </span>
  );
}
