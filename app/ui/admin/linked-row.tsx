import type { MouseEvent, ReactNode } from "react";

/**
 * A row whose link marked `data-open` is stretched over it. Only controls lie above it, and dates, so that their
 * full form shows on hover; a click on a date follows the link like a click beside it.
 */
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
