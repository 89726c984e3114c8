import { useMatches } from "react-router";

/** `handle` of a page with one task: no newsletter or links below, and one filled button. */
export const shortFooter = { footer: "short" } as const;

export const useIsTask = () => useMatches().some(({ handle }) => handle === shortFooter);
