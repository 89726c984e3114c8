import type { ComponentProps, ReactNode } from "react";
import { Link } from "react-router";
import { isPlainPath } from "#app/content/calendars.ts";

type SiteLinkProps = { to: string } & Omit<ComponentProps<"a">, "href">;

/** What the router's link becomes: on the server, where nobody clicks, that takes a twentieth of a page's time. */
const WrittenLink = ({ to, children, ...rest }: SiteLinkProps) => (
  <a {...rest} href={to} data-discover="true">
    {children}
  </a>
);

/** To a path from the root. */
export const SiteLink = import.meta.env.SSR ? WrittenLink : Link;

type AnchorProps = { href: string; className?: string | undefined; children: ReactNode };

export function Anchor({ href, className, children }: AnchorProps) {
  if (href.startsWith("/") && !isPlainPath(href)) {
    return (
      <SiteLink to={href} className={className}>
        {children}
      </SiteLink>
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
