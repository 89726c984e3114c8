import type { ReactNode } from "react";
import { Link } from "react-router";
import { isPlainPath } from "#app/content/calendars.ts";

type AnchorProps = { href: string; className?: string | undefined; children: ReactNode };

export function Anchor({ href, className, children }: AnchorProps) {
  if (href.startsWith("/") && !isPlainPath(href)) {
    return (
      <Link to={href} className={className}>
        {children}
      </Link>
    );
  }
  if (!href.startsWith("http")) {
    return (
      <a href={href} className={className}>
        {children}
      </a>
    );
  }
  return (
    <a href={href} target="_blank" rel="noopener noreferrer" className={className}>
      {children}
      <span className="sr-only"> (opens in a new tab)</span>
    </a>
  );
}
