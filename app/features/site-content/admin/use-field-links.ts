import { useEffect, useRef } from "react";
import { reveal } from "./reveal.ts";

/** Scrolls without a navigation, which would drop the form's answer. The ref holds the links. */
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
    // The router opened this page, so the browser has not opened the folds around the hash's
    // target.
    const named = document.getElementById(location.hash.slice(1));
    if (named && element?.contains(named) && reveal(named)) named.scrollIntoView();
    element?.addEventListener("click", lead);
    return () => element?.removeEventListener("click", lead);
  }, []);
  return holder;
}
