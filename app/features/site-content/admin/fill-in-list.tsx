import type { RefObject } from "react";
import type { FillInShown } from "./editor-model.ts";

type TextControl = HTMLInputElement | HTMLTextAreaElement;

/** What texts can name instead of writing it again, insertable into the field that was last in use. */
export function FillInList({
  fillIns,
  last,
}: {
  fillIns: readonly FillInShown[];
  last: RefObject<TextControl | null>;
}) {
  const insert = (key: string) => {
    const control = last.current;
    if (!control?.isConnected) return;
    control.focus();
    control.setRangeText(
      `{{${key}}}`,
      control.selectionStart ?? control.value.length,
      control.selectionEnd ?? control.value.length,
      "end",
    );
    control.dispatchEvent(new Event("input", { bubbles: true }));
  };
  return (
    <details className="text-base">
      <summary className="min-h-11 w-fit cursor-pointer py-2 font-semibold">Fill-ins</summary>
      <p className="mt-1 mb-3 text-soft">
        Put one of these in a text and visitors see the name or price beside it, so you only change
        it in one place. Choose one to add it where you were typing.
      </p>
      <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 gap-y-1">
        {fillIns.map(({ key, label, value }) => (
          <div key={key} className="col-span-2 grid grid-cols-subgrid items-baseline">
            <dt>
              <button type="button" title={label} onClick={() => insert(key)} className={keyClass}>
                {`{{${key}}}`}
              </button>
            </dt>
            <dd className="wrap-anywhere">
              {value} <span className="text-soft">· {label}</span>
            </dd>
          </div>
        ))}
      </dl>
    </details>
  );
}

const keyClass =
  "min-h-8 cursor-pointer rounded-sm pointer-coarse:min-h-11 border border-line px-2 font-mono text-sm " +
  "hover:border-accent";
