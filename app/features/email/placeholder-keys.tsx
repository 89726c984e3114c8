import { type RefObject, useRef } from "react";

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
  names: readonly string[];
  last: RefObject<TextInput | null>;
  fallback: RefObject<HTMLTextAreaElement | null>;
};

export function PlaceholderKeys({ names, last, fallback }: KeysProps) {
  const insert = (name: string) => {
    const field = last.current?.isConnected ? last.current : fallback.current;
    if (!field) return;
    field.focus();
    field.setRangeText(
      `{{${name}}}`,
      field.selectionStart ?? field.value.length,
      field.selectionEnd ?? field.value.length,
      "end",
    );
    field.dispatchEvent(new Event("input", { bubbles: true }));
  };
  return (
    <div>
      <p className="mb-1 font-semibold">Insert a field</p>
      <ul className="flex flex-wrap gap-2">
        {names.map((name) => (
          <li key={name}>
            <button
              type="button"
              onClick={() => insert(name)}
              className="cursor-pointer rounded-sm border border-line px-2 py-1 text-sm hover:border-accent"
            >
              {`{{${name}}}`}
            </button>
          </li>
        ))}
      </ul>
    </div>
  );
}
