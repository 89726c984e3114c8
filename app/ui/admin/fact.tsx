import type { ReactNode } from "react";

const factsClass = [
  "grid grid-cols-[minmax(7.5rem,max-content)_minmax(0,1fr)] gap-x-4",
  "border-t border-line text-base",
].join(" ");

/** Lines of facts, their names as wide as the longest that isn't a sentence. */
export function FactLines({ children }: { children: ReactNode }) {
  return <dl className={factsClass}>{children}</dl>;
}

export function Fact({ term, children }: { term: string; children: ReactNode }) {
  return (
    <div className="col-span-2 grid grid-cols-subgrid border-b border-line py-2 pointer-coarse:py-2.5">
      <dt className="max-w-40 text-soft">{term}</dt>
      <dd className="whitespace-pre-line wrap-anywhere">{children || "–"}</dd>
    </div>
  );
}
