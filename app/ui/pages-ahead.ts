import { allPages } from "#app/content/pages.ts";

/**
 * Which pages a browser may fetch once a visitor rests on a link to one: those made at build, which
 * know nobody. Fetched only, not opened: a page that is not looked at loads nothing of another site.
 */
export const pagesAhead = {
  prefetch: [{ where: { href_matches: allPages.map(({ path }) => path) }, eagerness: "moderate" }],
};
