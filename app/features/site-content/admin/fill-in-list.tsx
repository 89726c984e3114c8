import type { RefObject } from "react";
import { fieldKeyClass, insertField } from "#app/features/email/placeholder-keys.tsx";
import type { FillInShown } from "./editor-model.ts";

type TextControl = HTMLInputElement | HTMLTextAreaElement;

/** Inserts a fill-in into the field that was used last. */
export function FillInList({
  fillIns,
  last,
}: {
  fillIns: readonly FillInShown[];
  last: RefObject<TextControl | null>;
}) {
  return (
    <details className={detailsClass}>
      <summary className="min-h-11 w-fit cursor-pointer content-center font-semibold">
        Insert a field
      </summary>
      <p className="mt-1 mb-3 text-soft">
        Put one of these in a text and visitors see the name or price beside it, so you only change
        it in one place. Choose one to add it where you were typing.
      </p>
      <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 gap-y-2">
        {fillIns.map(({ name, value }) => (
          <div key={name} className="col-span-2 grid grid-cols-subgrid items-baseline">
            <dt>
              <button
                type="button"
                onClick={() => last.current?.isConnected && insertField(last.current, name)}
                className={fieldKeyClass}
              >
                {name}
              </button>
            </dt>
            <dd className="wrap-anywhere text-soft">{value}</dd>
          </div>
        ))}
      </dl>
      <noscript>
        <p className="mt-3 text-soft">{`Type a name in double braces, as {{${fillIns[0]?.name}}}.`}</p>
      </noscript>
    </details>
  );
}

const detailsClass = "text-base not-open:-mb-4 max-xl:first:-mt-4";
