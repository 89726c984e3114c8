import { href } from "react-router";
import { allPages, pages, type PublicPage } from "#app/content/pages.ts";

/** These embed schedulers of other sites, which must not be called for a page that nobody looks at. */
const withFrames: readonly PublicPage[] = [
  pages.bookVoicePiano,
  pages.bookEmbodiment,
  pages.bookPresence,
];
const withoutFrames = allPages.filter((page) => !withFrames.includes(page));

/** Once React runs, the router opens pages itself. */
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

/**
 * Once the page is at rest (inline-script.ts): a tap on a phone rests on nothing before. Only what the
 * site's header shows, which stays in sight, neither the page itself nor, by the mark, the home page a
 * second time. Headings in the admin and of clients lead to what is made for one person.
 */
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

/** What the browser may load ahead: only pages that are the same for every visitor. */
export const speculationRules = {
  // The page of all bookings is small, has no pictures, and is what a phone's header leads to.
  prerender: [...onHover(withoutFrames), atRest(href("/book"))],
  prefetch: [...onHover(withFrames), atRest("/*")],
};
