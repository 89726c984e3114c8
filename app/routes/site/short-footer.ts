import { useMatches } from "react-router";

/**
 * `handle` of a page that is opened for one thing: neither newsletter nor lists of links stand below it,
 * and its own button is the only filled one.
 */
export const shortFooter = { footer: "short" } as const;

export const useIsTask = () => useMatches().some(({ handle }) => handle === shortFooter);
