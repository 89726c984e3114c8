import { allPages, type PublicPage } from "#app/content/pages.ts";

/** In bytes, compressed and with its headers: what arrives at once, and what a page may never be. */
export const pageBytes = { firstFlight: 14_600, most: 40_000 } as const;

type Sizes = ReadonlyMap<PublicPage["key"], number>;

const kilobytes = (bytes: number) => `${(bytes / 1000).toFixed(1)} kB`;

export function tooLargePage(sizes: Sizes): { page: string; message: string } | null {
  const page = allPages.find(({ key }) => (sizes.get(key) ?? 0) > pageBytes.most);
  if (!page) return null;
  const size = kilobytes(sizes.get(page.key)!);
  const message =
    `The ${page.name} page would be ${size}, more than the ${kilobytes(pageBytes.most)} it may be. ` +
    "Shorter texts bring that down.";
  return { page: page.name, message };
}

/** Of pages that have grown and do not arrive at once any more. */
export function sizeWarnings(before: Sizes, after: Sizes): string[] {
  return allPages.flatMap(({ key, name }) => {
    const size = after.get(key) ?? 0;
    if (size <= pageBytes.firstFlight || size <= (before.get(key) ?? 0)) return [];
    return [
      `The ${name} page is now ${kilobytes(size)} and opens a little later on a slow connection. ` +
        `Up to ${kilobytes(pageBytes.firstFlight)} arrive at once.`,
    ];
  });
}
