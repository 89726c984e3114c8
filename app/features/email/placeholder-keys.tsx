import { type RefObject, useRef } from "react";
import { type AboutKind, emailFields, fieldGroups, fieldInWords } from "./fields.ts";

type TextInput = HTMLInputElement | HTMLTextAreaElement;

/** Remembers the field that was last in use, where a placeholder is inserted. Spread the handler on the form. */
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

type KeysProps = {
  kinds: readonly AboutKind[];
  last: RefObject<TextInput | null>;
  fallback: RefObject<HTMLTextAreaElement | null>;
};

export function PlaceholderKeys({ kinds, last, fallback }: KeysProps) {
  const insert = (key: string) => {
    const field = last.current?.isConnected ? last.current : fallback.current;
    if (!field) return;
    field.focus();
    field.setRangeText(
      `{{${key}}}`,
      field.selectionStart ?? field.value.length,
      field.selectionEnd ?? field.value.length,
      "end",
    );
    field.dispatchEvent(new Event("input", { bubbles: true }));
  };
  return (
    <details>
      <summary className="min-h-9 cursor-pointer py-1 font-semibold">Insert a field</summary>
      {fieldGroups(kinds).map(({ heading, keys }, index) => (
        <div key={heading} className="mt-2">
          {index > 0 && <p className="mb-1 text-base text-soft">{heading}</p>}
          <ul className="flex flex-wrap gap-2">
            {keys.map((key) => (
              <li key={key}>
                <button
                  type="button"
                  title={`{{${key}}}`}
                  onClick={() => insert(key)}
                  className="min-h-9 cursor-pointer rounded-sm border border-line px-2 py-1 text-sm hover:border-accent"
                >
                  {labelOf(kinds, key)}
                </button>
              </li>
            ))}
          </ul>
          <noscript>
            <p className="text-sm text-soft">
              Type {keys.map((key) => `{{${key}}} for ${fieldInWords(key)}`).join(", ")}.
            </p>
          </noscript>
        </div>
      ))}
    </details>
  );
}

const labelOf = (kinds: readonly AboutKind[], key: string) =>
  kinds.map((kind) => emailFields[kind][key]).find((field) => field)?.label ?? key;
