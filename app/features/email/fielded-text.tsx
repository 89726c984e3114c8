import { fieldName } from "./field-names.ts";
import type { AboutKind } from "./fields.ts";
import { fillParts } from "./placeholders.ts";

/** A text whose fields stand out by their names, where nothing is edited. */
export function FieldedText({ text, kinds }: { text: string; kinds?: readonly AboutKind[] }) {
  return fillParts(text, {}).map((part, index) =>
    part.key === undefined ? (
      part.text
    ) : (
      // oxlint-disable-next-line react/no-array-index-key -- the parts of one text have no other name
      <span key={index} className="rounded-sm bg-raised px-1 whitespace-nowrap text-soft">
        {fieldName(part.key, kinds)}
      </span>
    ),
  );
}
