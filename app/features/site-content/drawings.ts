import type { PictureField } from "#app/content/fields.ts";
import { pictures, shareImages } from "#app/content/pictures.gen.ts";

type Drawing = {
  shape: PictureField["shape"];
  src: string;
  /** A drawing: a photograph of the same name in `pictures/` replaces it. */
  isSample: boolean;
};

const isDrawn = (source: string) => source.endsWith(".svg");

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
