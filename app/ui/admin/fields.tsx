import type { ComponentProps, ReactNode } from "react";
import { foldText } from "#app/values/folding.ts";

export function TickLine({
  children,
  ...input
}: ComponentProps<"input"> & { children: ReactNode }) {
  return (
    <li>
      <label className="flex items-start gap-3 py-2">
        <input {...input} type="checkbox" className="mt-1 size-5 shrink-0 accent-(--fill)" />
        <span className="min-w-0 grow wrap-anywhere">{children}</span>
      </label>
    </li>
  );
}

type Props = {
  text: string;
  /** Fields that the text writes in double braces. */
  names: readonly string[];
  children: ReactNode;
};

export function MarkedFields({ text, names, children }: Props) {
  const used = names.filter((name) => text.includes(`{{${name}}}`));
  // Because of the parentheses, every second part is a field.
  const field = new RegExp(`(\\{\\{(?:${used.join("|")})\\}\\})`);
  const parts = used.length > 0 ? text.split(field) : [];
  return (
    <span className={aroundClass}>
      <span aria-hidden="true" className={behindClass}>
        {parts.map((part, index) =>
          index % 2 === 0 ? (
            part
          ) : (
            // oxlint-disable-next-line react/no-array-index-key -- the parts of one text have no other name
            <mark key={index} className="rounded-sm bg-line box-decoration-clone text-transparent">
              {part}
            </mark>
          ),
        )}
      </span>
      {children}
    </span>
  );
}

const aroundClass =
  "grid *:[grid-area:1/1] [&>textarea]:resize-none [&>textarea]:bg-transparent " +
  "[&>textarea]:field-sizing-content";

/** Laid out like the control. Without scripts it couldn't follow what is typed. */
const behindClass =
  "input block border-transparent wrap-break-word whitespace-pre-wrap text-transparent " +
  "[@media(scripting:none)]:*:opacity-0";

type SuggestionsProps = { id: string; values: readonly string[] };

/** Browsers compare typed text with value and label: the label finds names without marks. */
export function Suggestions({ id, values }: SuggestionsProps) {
  return (
    <datalist id={id}>
      {values.map((value) => {
        const plain = foldText(value);
        return (
          <option key={value} value={value}>
            {plain === value.toLowerCase() ? value : plain}
          </option>
        );
      })}
    </datalist>
  );
}
