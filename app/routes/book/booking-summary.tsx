import { unbrokenEnds } from "#app/values/unbroken.ts";

export function BookingSummary({
  what,
  when,
  where,
  price,
}: {
  what: string;
  when: readonly string[];
  where: string;
  price: string;
}) {
  const facts: [string, string][] = [
    ["What", what],
    ["When", when.join("\n")],
    ["Where", where],
    ["Price", price],
  ];
  return (
    <dl className="border-t-2 border-brass">
      {facts.map(([term, fact]) => (
        <div key={term} className="grid grid-cols-[4.5rem_1fr] gap-x-4 border-b border-line py-2.5">
          <dt className="text-soft">{term}</dt>
          <dd className="font-semibold whitespace-pre-line text-balance wrap-anywhere">
            {unbrokenEnds(fact)}
          </dd>
        </div>
      ))}
    </dl>
  );
}
