import { pages } from "./pages.ts";

/** The header's entries, in order. */
export const navigation = [
  ...[pages.home, pages.about, pages.coaching, pages.projects].map(({ name, path }) => ({
    name,
    href: path,
  })),
  { name: "Contact", href: `${pages.home.path}#contact` },
];
