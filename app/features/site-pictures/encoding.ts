/* How photographs are encoded: those of the build and those that the owner uploads. */

/** A page asks for the smallest that fills its place on the visitor's screen. */
export const pictureWidths = [360, 480, 720, 960, 1280] as const;

export const photographQuality = { avif: 50, webp: 76, jpg: 80 } as const;

/** A source smaller than the smallest width keeps its own. */
export function fittingWidths(width: number): number[] {
  const fitting = pictureWidths.filter((step) => step <= width);
  return fitting.length > 0 ? fitting : [width];
}
