import { hyphenedNumber } from "#app/values/hyphened-number.ts";

const numbers = new RegExp(`(${hyphenedNumber})`);

/** Keeps invoice numbers on one line without changing characters, for copying and search. */
export function WithWholeNumbers({ children }: { children: string }) {
  return children.split(numbers).map((part, index) =>
    index % 2 === 0 ? (
      part
    ) : (
      // oxlint-disable-next-line react/no-array-index-key -- the parts of one text have no other name
      <span key={index} className="whitespace-nowrap">
        {part}
      </span>
    ),
  );
}
