import type { ReactNode } from "react";

const factsClass = "grid gap-x-4 border-t border-line text-base";
const columns = "grid-cols-[minmax(7.5rem,max-content)_minmax(0,1fr)]";
const wideColumns = "grid-cols-[minmax(9.5rem,max-content)_minmax(0,1fr)]";
const pairedColumns = [
  "min-[90rem]:grid-cols-[repeat(2,minmax(5rem,max-content)_minmax(0,1fr))] min-[90rem]:gap-x-5",
  // The last of an odd number spans the row.
  "min-[90rem]:[&>:last-child:nth-child(odd)]:col-span-4",
].join(" ");

type FactLinesProps = {
  /** Aligns several lists, one of which has long names. */
  isWide?: boolean;
  isPaired?: boolean;
  children: ReactNode;
};

export function FactLines({ isWide = false, isPaired = false, children }: FactLinesProps) {
  const ofAll = `${isWide ? wideColumns : columns} ${isPaired ? pairedColumns : ""}`;
  return <dl className={`${factsClass} ${ofAll}`}>{children}</dl>;
}

export type FactEntry = readonly [term: string, value: ReactNode];

export function KnownFacts({ facts }: { facts: readonly FactEntry[] }) {
  return (
    <FactLines>
      {facts.map(
        ([term, value]) =>
          Boolean(value) && (
            <Fact key={term} term={term}>
              {value}
            </Fact>
          ),
      )}
    </FactLines>
  );
}

const factClass = "border-b border-line py-2 pointer-coarse:py-2.5";

export function Fact({ term, children }: { term: string; children: ReactNode }) {
  return (
    <div className={`col-span-2 grid grid-cols-subgrid ${factClass}`}>
      <dt className="max-w-40 text-soft">{term}</dt>
      <dd className="whitespace-pre-line wrap-anywhere [&>time]:first-letter:uppercase">
        {children || "–"}
      </dd>
    </div>
  );
}
