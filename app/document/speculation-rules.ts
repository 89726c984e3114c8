import { allPages, pages, type PublicPage } from "#app/content/pages.ts";

/** These embed schedulers of other sites, which must not be called for a page that nobody looks at. */
const withFrames: readonly PublicPage[] = [
  pages.bookVoicePiano,
  pages.bookEmbodiment,
  pages.bookPresence,
];
const withoutFrames = allPages.filter((page) => !withFrames.includes(page));

const onHover = (speculated: readonly PublicPage[]) => [
  {
    where: {
      and: [
        { href_matches: speculated.map(({ path }) => path) },
        // Once React runs, the router opens pages itself.
        { selector_matches: ":root:not([data-hydrated]) a" },
      ],
    },
    eagerness: "moderate",
  },
];

/** What the browser may load while a visitor rests on a link: only pages that are the same for every visitor. */
export const speculationRules = {
  prerender: onHover(withoutFrames),
  prefetch: onHover(withFrames),
};
