import type { PictureField } from "#app/content/fields.ts";
import { pictures, shareImages } from "#app/content/pictures.gen.ts";

/** A picture that came with the site. */
type Drawing = {
  shape: PictureField["shape"];
  /** Of a small file of it. */
  src: string;
  /** Nobody's photograph: one of the same name in `pictures/` replaces a drawing. */
  isSample: boolean;
};

const isDrawn = (source: string) => source.endsWith(".svg");

/** By the names that documents give them. */
export const drawings = new Map<string, Drawing>([
  ...Object.entries(pictures).map(
    ([name, { width, height, widths, source }]): [string, Drawing] => [
      name,
      {
        shape: height > width ? "portrait" : "landscape",
        src: `/pictures/${name}-${widths[0]}.webp`,
        isSample: isDrawn(source),
      },
    ],
  ),
  ...Object.entries(shareImages).map(([name, { src, source }]): [string, Drawing] => [
    name,
    { shape: "share", src, isSample: isDrawn(source) },
  ]),
]);
