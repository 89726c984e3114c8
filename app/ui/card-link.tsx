import type { ReactNode } from "react";
import { Anchor } from "./anchor.tsx";

/** The whole card, which must be `group relative`, is the link's target. */
export function CardLink({ href, children }: { href: string; children: ReactNode }) {
  return (
    <>
      <Anchor href={href} className="after:absolute after:inset-0 group-hover:text-accent">
        {children}
      </Anchor>{" "}
      <span aria-hidden="true" className="text-accent">
        →
      </span>
    </>
  );
}
