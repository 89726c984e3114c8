import type { ReactNode } from "react";

const factClass = [
  "grid grid-cols-[7.5rem_minmax(0,1fr)] gap-x-4",
  "border-b border-line py-2 text-base pointer-coarse:py-2.5",
].join(" ");

/** A line of facts, within a `dl`. */
export function Fact({ term, children }: { term: string; children: ReactNode }) {
  return (
    <div className={factClass}>
      <dt className="text-soft">{term}</dt>
      <dd className="whitespace-pre-line wrap-anywhere">{children || "–"}</dd>
    </div>
  );
}
