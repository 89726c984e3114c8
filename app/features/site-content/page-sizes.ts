import { allPages, type PublicPage } from "#app/content/pages.ts";

/** In bytes sent. `firstFlight` arrives in the first round trip; `most` is a page's limit. */
export const pageBytes = { firstFlight: 14_600, most: 40_000 } as const;

/** `sent`: compressed bytes with headers. `text`: bytes of the page before compression. */
export type PageSize = { sent: number; text: number };
export type PageSizes = ReadonlyMap<PublicPage["key"], PageSize>;

const none: PageSize = { sent: 0, text: 0 };

const kilobytes = (bytes: number) => `${(bytes / 1000).toFixed(1)} kB`;

export function tooLargePage(sizes: PageSizes): { page: string; message: string } | null {
  const page = allPages.find(({ key }) => (sizes.get(key) ?? none).sent > pageBytes.most);
  if (!page) return null;
  const { sent } = sizes.get(page.key)!;
  // Rounded up, so that one byte too many is not shown as 0.
  const [size, over] = [sent, sent - pageBytes.most].map((bytes) => Math.ceil(bytes / 100) * 100);
  const message =
    `The ${page.name} page would be ${kilobytes(size!)}, ${kilobytes(over!)} more than ` +
    `the ${kilobytes(pageBytes.most)} it may be. Shorter texts bring that down.`;
  return { page: page.name, message };
}

/** Compares uncompressed sizes: compressed ones change with the content file's name. */
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
