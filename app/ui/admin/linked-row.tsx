import type { MouseEvent, ReactNode } from "react";

/** Dates lie above the stretched `data-open` link to show their tooltip; their clicks follow it. */
export function LinkedRow({ children }: { children: ReactNode }) {
  return (
    <tr className="linked" onClick={follow}>
      {children}
    </tr>
  );
}

function follow({ target, currentTarget, ctrlKey, metaKey, shiftKey }: MouseEvent<HTMLElement>) {
  if (!(target as Element).closest("time")) return;
  const click = { bubbles: true, cancelable: true, ctrlKey, metaKey, shiftKey };
  currentTarget
    .querySelector("[data-open]")
    ?.dispatchEvent(new globalThis.MouseEvent("click", click));
}
