import { href } from "react-router";
import { allPages, pages, type PublicPage } from "#app/content/pages.ts";

/** These embed other sites' schedulers, which must not load for a page that nobody sees. */
const withFrames: readonly PublicPage[] = [
  pages.bookVoicePiano,
  pages.bookEmbodiment,
  pages.bookPresence,
];
const withoutFrames = allPages.filter((page) => !withFrames.includes(page));

/** Once React runs, React Router opens the pages. */
const unhydrated = ":root:not([data-hydrated])";

const onHover = (speculated: readonly PublicPage[]) => [
  {
    where: {
      and: [
        { href_matches: speculated.map(({ path }) => path) },
        { selector_matches: `${unhydrated} a` },
      ],
    },
    eagerness: "moderate",
  },
];

/** Only links of the site's sticky header, for taps, which have no hover: other headers link to personal pages. */
const atRest = (paths: string) => ({
  where: {
    and: [
      { href_matches: paths },
      {
        selector_matches: `${unhydrated}[data-rest] header.sticky a:not([aria-current=page],[aria-label],[href*="#"])`,
      },
    ],
  },
  eagerness: "immediate",
});

/** Only pages that are the same for every visitor. */
export const speculationRules = {
  // The bookings page is small, has no pictures, and the phone's header links to it.
  prerender: [...onHover(withoutFrames), atRest(href("/book"))],
  prefetch: [...onHover(withFrames), atRest("/*")],
};
