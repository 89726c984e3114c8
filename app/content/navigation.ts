import { pages, type PublicPage } from "./pages.ts";
import { isDeadLink, isShown, shownPages } from "./visibility.ts";

/** `below`: paths of pages without an entry of their own that this entry's page links to. */
type NavigationEntry = { name: string; href: string; below: readonly string[] };

const entry = ({ name, path }: PublicPage, ...below: readonly PublicPage[]): NavigationEntry => ({
  name,
  href: path,
  below: below.map((page) => page.path),
});

const allEntries: readonly NavigationEntry[] = [
  entry(pages.home),
  entry(pages.about),
  entry(pages.coaching, pages.voicePiano),
  entry(pages.projects, pages.director, pages.livePiano, pages.ameb, pages.archive),
  entry(pages.whatsOn),
  { name: "Contact", href: `${pages.home.path}#contact`, below: [] },
];

/** The pages that lead to those without an entry. */
const waysTo: Partial<Record<PublicPage["key"], readonly PublicPage[]>> = {
  voicePiano: [pages.coaching],
  livePiano: [pages.projects],
  director: [pages.projects],
  archive: [pages.projects],
  ameb: [pages.projects],
  bookVoicePiano: [pages.coaching],
  bookEmbodiment: [pages.coaching],
  bookPresence: [pages.coaching],
};

/** Nothing else leads to them while those pages are hidden. */
export const pagesLeftAlone = () =>
  shownPages().flatMap((page) => {
    const ways = waysTo[page.key];
    return ways && !ways.some((way) => isShown(way)) ? [entry(page)] : [];
  });

export const navigation = () => allEntries.filter(({ href }) => !isDeadLink(href));
