import type { ReactNode } from "react";

/** `One · two`. At the start of a line the separator is cut off at the edge. */
export function Parts({ of }: { of: readonly ReactNode[] }) {
  return (
    <span className="block overflow-x-clip">
      <span className="-ml-5 flex flex-wrap">
        {of.map((part, index) => (
          // oxlint-disable-next-line react/no-array-index-key -- the parts never move
          <span key={index} className="relative pl-5">
            {index > 0 && (
              <span aria-hidden="true" className="absolute left-0 w-5 text-center">
                {" · "}
              </span>
            )}
            {part}
          </span>
        ))}
      </span>
    </span>
  );
}
