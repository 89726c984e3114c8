import { type Content, content } from "./content.ts";
import type { SiteWords } from "./documents.ts";
import { pages, possiblePages, type PublicPage } from "./pages.ts";

type Key = PublicPage["key"];
type Hidden = Pick<Content, "hidden">;

/** `words` without the dates that are over. */
export function hiddenPages({ visibility, whatsOn, booking }: SiteWords): Key[] {
  const { voicePiano, embodiment, presence } = booking.kinds;
  const isNeeded: Partial<Record<Key, boolean>> = {
    bookVoicePiano: voicePiano.shown,
    bookEmbodiment: embodiment.shown,
    bookPresence: presence.shown,
    whatsOn: whatsOn.dates.length > 0,
  };
  return possiblePages.flatMap(({ key }) =>
    key !== "home" && (!visibility.pages[key] || isNeeded[key] === false) ? [key] : [],
  );
}

export const isShown = ({ key }: Pick<PublicPage, "key">, { hidden }: Hidden = content()) =>
  !hidden.includes(key);

export const shownPages = (words?: Hidden) => possiblePages.filter((page) => isShown(page, words));

/** Null if nobody should be led there. `anchor` is an element of the page. */
export function linkTo(page: PublicPage, anchor = ""): string | null {
  const link = anchor ? `${page.path}#${anchor}` : page.path;
  return isDeadLink(link) ? null : link;
}

/** Anchors of the home page's sections, which may be hidden alone. */
const homeSections: Readonly<Record<string, keyof SiteWords["visibility"]["home"]>> = {
  contact: "contact",
};

/** Whether a link leads to a page or section of this site that is hidden. */
export function isDeadLink(
  link: string,
  words: Hidden & Pick<Content, "visibility"> = content(),
): boolean {
  const [path, anchor = ""] = link.split("#", 2);
  const page = possiblePages.find((one) => one.path === path);
  if (!page) return false;
  const section = page === pages.home ? homeSections[anchor] : undefined;
  return !isShown(page, words) || (section !== undefined && !words.visibility.home[section]);
}

/** The hidden page that the router would show for a path, in which it ignores case and escapes. */
export function isHiddenPath(pathname: string): boolean {
  const path = decoded(pathname).toLowerCase().replace(/\/+$/, "");
  const page = possiblePages.find((one) => one.path === path);
  return page !== undefined && !isShown(page);
}

function decoded(pathname: string): string {
  try {
    return decodeURI(pathname);
  } catch {
    return pathname;
  }
}
