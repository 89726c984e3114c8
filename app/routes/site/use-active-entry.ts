import { useEffect, useState } from "react";
import { useLocation } from "react-router";
import { navigation } from "#app/content/navigation.ts";

/** A section is current while it crosses the middle of the window. */
const middleBand = "-50% 0px -50% 0px";

/** `current`: "true" on a page below the entry, which is not that page itself. */
export function useActiveEntry(): { href: string; current: "page" | "true" } | null {
  // Prerendering knows a page by its path with a trailing slash.
  const pathname = useLocation().pathname.replace(/(?<=.)\/$/, "");
  const [seen, setSeen] = useState<{ page: string; href: string | null }>({
    page: pathname,
    href: null,
  });

  useEffect(() => {
    const entries = navigation.filter(({ href }) => href.startsWith(`${pathname}#`));
    const visible = new Set<string>();
    const choose = () =>
      setSeen({
        page: pathname,
        href: scrollY === 0 ? null : (entries.find(({ href }) => visible.has(href))?.href ?? null),
      });
    const observers = entries.map(({ href }) => {
      const observer = new IntersectionObserver(
        ([crossed]) => {
          if (crossed?.isIntersecting) visible.add(href);
          else visible.delete(href);
          choose();
        },
        { rootMargin: middleBand },
      );
      const target = document.getElementById(href.slice(href.indexOf("#") + 1));
      if (target) observer.observe(target);
      return observer;
    });
    const atTop = () => scrollY === 0 && choose();
    addEventListener("scroll", atTop, { passive: true });
    return () => {
      removeEventListener("scroll", atTop);
      for (const observer of observers) observer.disconnect();
    };
  }, [pathname]);

  const section = seen.page === pathname ? seen.href : null;
  const own = section ?? navigation.find(({ href }) => href === pathname)?.href;
  if (own) return { href: own, current: "page" };
  const above = navigation.find(({ below }) => below.includes(pathname));
  return above ? { href: above.href, current: "true" } : null;
}
