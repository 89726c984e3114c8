import { allPages, pages, type PublicPage } from "#app/content/pages.ts";

/** They call another site, and a page that nobody looks at must not. */
const withFrames: readonly PublicPage[] = [
  pages.bookVoicePiano,
  pages.bookEmbodiment,
  pages.bookPresence,
];
const withoutFrames = allPages.filter((page) => !withFrames.includes(page));

const restingOn = (ahead: readonly PublicPage[]) => [
  {
    // Once the application runs it opens pages itself.
    where: {
      and: [
        { href_matches: ahead.map(({ path }) => path) },
        { selector_matches: ":root:not([data-hydrated]) a" },
      ],
    },
    eagerness: "moderate",
  },
];

/**
 * What a browser may do once a visitor rests on a link to a page made at build, which knows nobody: make it
 * ready, so that a click only has to show it. Pages around a scheduler are fetched only.
 */
export const speculationRules = {
  prerender: restingOn(withoutFrames),
  prefetch: restingOn(withFrames),
};
