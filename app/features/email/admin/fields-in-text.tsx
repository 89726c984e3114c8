import { type RefObject, useRef } from "react";
import { type AboutKind, fieldGroups, fieldName, fillParts } from "#app/features/email/fields.ts";

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

type TextInput = HTMLInputElement | HTMLTextAreaElement;

/** Remembers the last used field, to insert a placeholder. Spread the handler on the form. */
export function useLastField() {
  const last = useRef<TextInput | null>(null);
  const onFocus = ({ target }: { target: EventTarget }) => {
    if (
      (target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement) &&
      /subject|body/.test(target.name)
    )
      last.current = target;
  };
  return { last, onFocus };
}

export const fieldKeyClass =
  "min-h-9 max-md:min-h-11 cursor-pointer rounded-full border border-edge px-3 py-1 text-sm " +
  "hover:border-accent hover:text-accent";

export function insertField(control: TextInput, name: string): void {
  control.focus();
  control.setRangeText(
    `{{${name}}}`,
    control.selectionStart ?? control.value.length,
    control.selectionEnd ?? control.value.length,
    "end",
  );
  control.dispatchEvent(new Event("input", { bubbles: true }));
}

const summaryClass = "ml-auto min-h-11 w-fit cursor-pointer content-center text-base font-semibold";

type KeysProps = {
  kinds: readonly AboutKind[];
  last: RefObject<TextInput | null>;
  fallback: RefObject<HTMLTextAreaElement | null>;
};

export function PlaceholderKeys({ kinds, last, fallback }: KeysProps) {
  const insert = (key: string) => {
    const field = last.current?.isConnected ? last.current : fallback.current;
    if (field) insertField(field, fieldName(key, kinds));
  };
  return (
    // Its summary is taller than a label's line.
    <details className="-mt-2 -mb-0.5 open:mb-3">
      <summary className={summaryClass}>Insert a field</summary>
      {fieldGroups(kinds).map(({ heading, keys }, index) => (
        <div key={heading} className="mt-2">
          {index > 0 && <p className="mb-1 text-base text-soft">{heading}</p>}
          <ul className="flex flex-wrap gap-2">
            {keys.map((key) => (
              <li key={key}>
                <button type="button" onClick={() => insert(key)} className={fieldKeyClass}>
                  {fieldName(key, kinds)}
                </button>
              </li>
            ))}
          </ul>
          <noscript>
            <p className="text-sm text-soft">
              Type {keys.map((key) => `{{${fieldName(key, kinds)}}}`).join(", ")}.
            </p>
          </noscript>
        </div>
      ))}
    </details>
  );
}
