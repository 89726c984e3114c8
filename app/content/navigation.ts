import { pages, type PublicPage } from "./pages.ts";

/** `below`: the paths of pages that an entry leads to, and that have none of their own. */
type NavigationEntry = { name: string; href: string; below: readonly string[] };

const entry = ({ name, path }: PublicPage, ...below: readonly PublicPage[]): NavigationEntry => ({
  name,
  href: path,
  below: below.map((page) => page.path),
});

/** The header's entries, in order. */
export const navigation: readonly NavigationEntry[] = [
  entry(pages.home),
  entry(pages.about),
  entry(pages.coaching, pages.voicePiano),
  entry(pages.projects, pages.director, pages.livePiano, pages.ameb, pages.archive),
  { name: "Contact", href: `${pages.home.path}#contact`, below: [] },
];
