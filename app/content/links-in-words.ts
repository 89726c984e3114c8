/* In a longer text `[the words](https://example.com)` is a link on the words; all else is text. */

const linkPattern = /\[([^[\]]+)\]\(([^()\s]+)\)/g;

type Part = { words: string; href: string | null };

export function partsOf(text: string): Part[] {
  const parts: Part[] = [];
  let end = 0;
  for (const { 0: written, 1: words, 2: href, index } of text.matchAll(linkPattern)) {
    if (index > end) parts.push({ words: text.slice(end, index), href: null });
    parts.push({ words: words!, href: href! });
    end = index + written.length;
  }
  if (end < text.length) parts.push({ words: text.slice(end), href: null });
  return parts;
}

/** For places that show no links, such as markup for search engines. */
export const withoutLinks = (text: string) =>
  partsOf(text)
    .map(({ words }) => words)
    .join("");

/** A link that was begun and isn't one. */
export const hasBrokenLink = (text: string) => /\]\(/.test(text.replaceAll(linkPattern, ""));
