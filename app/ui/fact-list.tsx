import { unbroken } from "#app/values/unbroken.ts";

type Props = {
  facts: readonly (readonly [term: string, fact: string])[];
  className: string;
  live?: boolean;
};

/** A row each on a phone, where a long date fits beside its name. */
export function FactList({ facts, className, live = false }: Props) {
  return (
    <dl
      {...(live && { "aria-live": "polite" })}
      className={`grid gap-x-10 gap-y-2 sm:gap-y-4 ${className}`}
    >
      {facts.map(([term, fact]) => (
        <div key={term} className="grid grid-cols-[6rem_1fr] gap-x-3 sm:block print:block">
          <dt className="text-soft">{term}</dt>
          <dd className="font-semibold whitespace-pre-line wrap-anywhere">{unbroken(fact)}</dd>
        </div>
      ))}
    </dl>
  );
}
