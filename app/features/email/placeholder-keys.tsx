import { type RefObject, useRef } from "react";

type Written = HTMLInputElement | HTMLTextAreaElement;

/** Remembers where in the form was written last, so that a key can be inserted there. Spread the handler on the form. */
export function useLastWritten() {
  const last = useRef<Written | null>(null);
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
  last: RefObject<Written | null>;
  fallback: RefObject<HTMLTextAreaElement | null>;
};

/** The placeholders that can be used; pressing one puts it where one was writing. */
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
      <p className="mb-1 font-semibold">Available placeholders</p>
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
