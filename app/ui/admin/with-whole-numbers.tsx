import { hyphenedNumber } from "#app/values/hyphened-number.ts";

const numbers = new RegExp(`(${hyphenedNumber})`);

/** A text whose invoice numbers no line breaks in two; they are copied and found as they are written. */
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
