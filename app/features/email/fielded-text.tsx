import { fieldName } from "./field-names.ts";
import type { AboutKind } from "./fields.ts";
import { fillParts } from "./placeholders.ts";

const fieldClass = "rounded-sm bg-line px-[0.2em] whitespace-nowrap";

export function FieldedText({ text, kinds }: { text: string; kinds?: readonly AboutKind[] }) {
  return fillParts(text, {}).map((part, index) =>
    part.key === undefined ? (
      part.text
    ) : (
      // oxlint-disable-next-line react/no-array-index-key -- the parts of one text have no other name
      <span key={index} className={fieldClass}>
        {fieldName(part.key, kinds)}
      </span>
    ),
  );
}
