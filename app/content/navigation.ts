import { pages, type PublicPage } from "./pages.ts";
import { isDeadLink } from "./visibility.ts";

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

export const navigation = () => allEntries.filter(({ href }) => !isDeadLink(href));
