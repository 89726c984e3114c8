import { pictureFormats, type PictureShape, pictureStates } from "#app/server/database/enums.ts";
import { fittingWidths, pictureWidths } from "./encoding.ts";

export type PictureState = (typeof pictureStates)[number];
export type PictureFormat = (typeof pictureFormats)[number];
export type Size = { width: number; height: number };
/** As parts of the width and the height, from 0 to 1. */
export type FocusPoint = { x: number; y: number };

export const centre: FocusPoint = { x: 0.5, y: 0.5 };

export const pictureLimits = {
  bytes: 15 * 1024 * 1024,
  pixels: 60_000_000,
  /** Of the stored original: as much as any crop needs. */
  longEdge: 2_560,
  fileName: 100,
} as const;

/** The largest crop of each shape, and so its proportions. */
export const shapeSizes: Record<PictureShape, Size> = {
  portrait: { width: 1280, height: 1600 },
  landscape: { width: 1440, height: 960 },
};

export const shapeLabels: Record<PictureShape, string> = {
  portrait: "Portrait",
  landscape: "Landscape",
};

export type Crop = Size & { left: number; top: number };

const between = (value: number, least: number, most: number) =>
  Math.min(Math.max(value, least), most);

/** The largest part of a picture that has the shape, centred at the focus point as far as it can be. */
export function cropOf(picture: Size, shape: PictureShape, focus: FocusPoint): Crop {
  const ratio = shapeSizes[shape].width / shapeSizes[shape].height;
  const isWider = picture.width / picture.height > ratio;
  const width = isWider ? Math.round(picture.height * ratio) : picture.width;
  const height = isWider ? picture.height : Math.round(picture.width / ratio);
  return {
    width,
    height,
    left: Math.round(between(focus.x * picture.width - width / 2, 0, picture.width - width)),
    top: Math.round(between(focus.y * picture.height - height / 2, 0, picture.height - height)),
  };
}

/** What pages are told of the crop: never larger than the shape, never enlarged. */
export function finishedSize(crop: Size, shape: PictureShape): Size {
  const most = shapeSizes[shape];
  return crop.width < most.width ? { width: crop.width, height: crop.height } : most;
}

export const smallestWidth = pictureWidths[0];

/** What a picture must have at least to be any use in a shape. */
export function smallestSize(shape: PictureShape): Size {
  const { width, height } = shapeSizes[shape];
  return { width: smallestWidth, height: Math.ceil((smallestWidth * height) / width) };
}

type PictureFileKey = { width: number; format: PictureFormat };

/** The files of a picture of this width, the quickest first. */
export function filesOf(width: number): PictureFileKey[] {
  return fittingWidths(width).flatMap((step) =>
    pictureFormats.toReversed().map((format) => ({ width: step, format })),
  );
}

/** Of an uploaded picture, for the admin. */
export type PictureSummary = {
  id: string;
  createdAt: Date;
  fileName: string;
  shape: PictureShape;
  focus: FocusPoint;
  state: PictureState;
  /** In per cent. */
  progress: number;
  error: string | null;
  width: number | null;
  height: number | null;
};

/** What a file chooser offers; a phone then converts its own photographs to JPEG. */
export const acceptedFiles = "image/jpeg,image/png,image/webp";
