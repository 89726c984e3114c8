import { content } from "./content.ts";
import type { SiteWords } from "./documents.ts";
import { allPages, pages, type PublicPage } from "./pages.ts";

type Visibility = Pick<SiteWords, "visibility">;

/** Pages with an address of the home page's section, which may be hidden alone. */
const homeSections: Readonly<Record<string, keyof SiteWords["visibility"]["home"]>> = {
  contact: "contact",
};

export function isShown(
  { key }: Pick<PublicPage, "key">,
  { visibility }: Visibility = content(),
): boolean {
  return key === "home" || visibility.pages[key];
}

export const shownPages = (words?: Visibility) => allPages.filter((page) => isShown(page, words));

/** Null if nobody should be led there. `anchor` is an element of the page. */
export function linkTo(page: PublicPage, anchor = ""): string | null {
  const link = anchor ? `${page.path}#${anchor}` : page.path;
  return isDeadLink(link) ? null : link;
}

/** Whether a link leads to a page or section of this site that is hidden. */
export function isDeadLink(link: string, words: Visibility = content()): boolean {
  const [path, anchor = ""] = link.split("#", 2);
  const page = allPages.find((one) => one.path === path);
  if (!page) return false;
  const section = page === pages.home ? homeSections[anchor] : undefined;
  return !isShown(page, words) || (section !== undefined && !words.visibility.home[section]);
}

/** The hidden page that the router would show for a path, in which it ignores case and escapes. */
export function isHiddenPath(pathname: string): boolean {
  const path = decoded(pathname).toLowerCase().replace(/\/+$/, "");
  const page = allPages.find((one) => one.path === path);
  return page !== undefined && !isShown(page);
}

function decoded(pathname: string): string {
  try {
    return decodeURI(pathname);
  } catch {
    return pathname;
  }
}
