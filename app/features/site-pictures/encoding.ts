/* Used for the build's photographs and for uploads. */

export const pictureWidths = [360, 480, 720, 960, 1280] as const;

export const photographQuality = { avif: 50, webp: 76, jpg: 80 } as const;

/** A source below the smallest width keeps its own. */
export function fittingWidths(width: number): number[] {
  const fitting = pictureWidths.filter((step) => step <= width);
  return fitting.length > 0 ? fitting : [width];
}
