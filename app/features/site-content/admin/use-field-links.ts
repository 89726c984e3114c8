import { useEffect, useRef } from "react";
import { reveal } from "./reveal.ts";

/**
 * Links to the fields of a form lead there without a navigation, which would take its answer away and ask
 * about what isn't saved. Put the ref on what holds the links.
 */
export function useFieldLinks() {
  const holder = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const element = holder.current;
    const lead = (event: MouseEvent) => {
      const link = (event.target as Element).closest<HTMLAnchorElement>('a[href^="#"]');
      const field = link && document.getElementById(decodeURIComponent(link.hash.slice(1)));
      if (!field) return;
      event.preventDefault();
      reveal(field);
      field.focus({ preventScroll: true });
      field.scrollIntoView({ block: "start" });
    };
    // A link of another page leads here without the browser, which would open what is folded.
    const named = document.getElementById(location.hash.slice(1));
    if (named && element?.contains(named) && reveal(named)) named.scrollIntoView();
    element?.addEventListener("click", lead);
    return () => element?.removeEventListener("click", lead);
  }, []);
  return holder;
}
