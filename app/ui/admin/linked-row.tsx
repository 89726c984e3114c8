import type { MouseEvent, ReactNode } from "react";

/**
 * A row whose one link is stretched over it. Only dates lie above the link, so that their full form
 * shows on hover; a click on one follows the link like a click beside it.
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
  currentTarget.querySelector("a")?.dispatchEvent(new globalThis.MouseEvent("click", click));
}
