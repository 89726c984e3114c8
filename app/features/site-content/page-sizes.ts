import { allPages, type PublicPage } from "#app/content/pages.ts";

/** In bytes that are sent: what arrives at once, and what a page may never be. */
export const pageBytes = { firstFlight: 14_600, most: 40_000 } as const;

/** `sent`: what a browser receives, headers included. `text`: the page itself, before it is compressed. */
export type PageSize = { sent: number; text: number };
export type PageSizes = ReadonlyMap<PublicPage["key"], PageSize>;

const none: PageSize = { sent: 0, text: 0 };

const kilobytes = (bytes: number) => `${(bytes / 1000).toFixed(1)} kB`;

export function tooLargePage(sizes: PageSizes): { page: string; message: string } | null {
  const page = allPages.find(({ key }) => (sizes.get(key) ?? none).sent > pageBytes.most);
  if (!page) return null;
  const { sent } = sizes.get(page.key)!;
  // Rounded up: a byte too much is not nothing too much.
  const [size, over] = [sent, sent - pageBytes.most].map((bytes) => Math.ceil(bytes / 100) * 100);
  const message =
    `The ${page.name} page would be ${kilobytes(size!)}, ${kilobytes(over!)} more than ` +
    `the ${kilobytes(pageBytes.most)} it may be. Shorter texts bring that down.`;
  return { page: page.name, message };
}

/**
 * Of pages that have grown and do not arrive at once any more. Other words elsewhere change some bytes of every
 * compressed page, for each names the file of its words.
 */
export function sizeWarnings(before: PageSizes, after: PageSizes): string[] {
  return allPages.flatMap(({ key, name }) => {
    const { sent, text } = after.get(key) ?? none;
    if (sent <= pageBytes.firstFlight || text <= (before.get(key) ?? none).text) return [];
    return [
      `The ${name} page is now ${kilobytes(sent)} and opens a little later on a slow connection. ` +
        `Up to ${kilobytes(pageBytes.firstFlight)} arrive at once.`,
    ];
  });
}
