import {
  type pictureFormats,
  type PictureShape,
  pictureShapes,
} from "#app/server/database/enums.ts";
import { href } from "react-router";

/* Used for the build's photographs and for uploads. */

export const pictureWidths = [360, 480, 720, 960, 1280] as const;

export const photographQuality = { avif: 50, webp: 76, jpg: 80 } as const;

/** A source below the smallest width keeps its own. */
export function fittingWidths(width: number): number[] {
  const fitting = pictureWidths.filter((step) => step <= width);
  return fitting.length > 0 ? fitting : [width];
}

export type PictureFormat = (typeof pictureFormats)[number];
export type Size = { width: number; height: number };
/** Fractions of the width and the height, from 0 to 1. */
export type FocusPoint = { x: number; y: number };

export const centre: FocusPoint = { x: 0.5, y: 0.5 };

export const focusSteps = 100;

export function readShape(value: unknown): PictureShape | null {
  return pictureShapes.find((shape) => shape === value) ?? null;
}

/** From the sliders, in per cent; the centre for unusable values. */
export function readFocus(x: unknown, y: unknown): FocusPoint {
  return { x: partOf(x) ?? centre.x, y: partOf(y) ?? centre.y };
}

function partOf(percent: unknown): number | null {
  if (typeof percent !== "string" || !/^\d{1,3}(\.\d+)?$/.test(percent)) return null;
  return Math.min(Math.round(Number(percent)), focusSteps) / focusSteps;
}

export const pictureLimits = {
  bytes: 15 * 1024 * 1024,
  pixels: 60_000_000,
  /** In px, for the stored original unless it is a panorama. */
  longEdge: 2_560,
  fileName: 100,
} as const;

/** Largest crop of each shape, in px; also sets its ratio. */
export const shapeSizes: Record<PictureShape, Size> = {
  portrait: { width: 1280, height: 1600 },
  landscape: { width: 1440, height: 960 },
  // The size that networks ask for.
  share: { width: 1200, height: 630 },
  // Three times as large as they show, and six times.
  wordmark: { width: 660, height: 144 },
  symbol: { width: 192, height: 192 },
};

export type LogoShape = "wordmark" | "symbol";

/** Drawn whole into its box, with nothing cut off but empty margins. */
export const isLogo = (shape: unknown): shape is LogoShape =>
  shape === "wordmark" || shape === "symbol";

export const shapeLabels: Record<PictureShape, string> = {
  portrait: "Portrait",
  landscape: "Landscape",
  share: "Social sharing",
  wordmark: "Wordmark",
  symbol: "Symbol",
};

/** WebP's limit in px. */
const longestEdge = 16_383;

/** The stored size: enough for any crop, also of a panorama. */
export function originalSize({ width, height }: Size): Size {
  const [short, long] = [Math.min(width, height), Math.max(width, height)];
  const needed = Math.max(pictureLimits.longEdge / long, shapeSizes.portrait.height / short);
  const scale = Math.min(1, needed, longestEdge / long);
  return { width: Math.round(width * scale), height: Math.round(height * scale) };
}

export type Crop = Size & { left: number; top: number };

const between = (value: number, least: number, most: number) =>
  Math.min(Math.max(value, least), most);

export function cropOf(picture: Size, shape: PictureShape, focus: FocusPoint): Crop {
  if (isLogo(shape)) return { width: picture.width, height: picture.height, left: 0, top: 0 };
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

/** Never larger than the shape; only `share` crops are enlarged. */
export function finishedSize(crop: Size, shape: PictureShape): Size {
  const most = shapeSizes[shape];
  return crop.width < most.width && shape !== "share"
    ? { width: crop.width, height: crop.height }
    : most;
}

const megabytes = pictureLimits.bytes / 1024 / 1024;

/** In px. Networks show narrower pictures small, beside the text. */
const smallestWidths: Record<PictureShape, number> = {
  portrait: pictureWidths[0],
  landscape: pictureWidths[0],
  share: 600,
  wordmark: 220,
  symbol: 64,
};

export function smallestSize(shape: PictureShape): Size {
  const { width, height } = shapeSizes[shape];
  const smallest = smallestWidths[shape];
  return { width: smallest, height: Math.ceil((smallest * height) / width) };
}

export function widthsOf(shape: PictureShape, width: number): number[] {
  return shape === "share" || isLogo(shape) ? [width] : fittingWidths(width);
}

export type PictureFileKey = { width: number; format: PictureFormat };

/** Of a symbol, for the home screen of a phone: square, and on white. */
export const appIcon = { width: 180, format: "png" } as const satisfies PictureFileKey;

/** Smallest and quickest first. */
export function filesOf(shape: PictureShape, width: number): PictureFileKey[] {
  if (shape === "wordmark") return [{ width, format: "webp" }];
  if (shape === "symbol") return [{ width, format: "webp" }, appIcon];
  // Not every network reads WebP and AVIF.
  const formats = shape === "share" ? (["jpg"] as const) : (["webp", "avif"] as const);
  return widthsOf(shape, width).flatMap((step) =>
    formats.map((format) => ({ width: step, format })),
  );
}

/** A phone converts its own photographs to JPEG for this list. */
export function acceptedFiles(shape: PictureShape | null): string {
  if (isLogo(shape)) return "image/svg+xml,image/png,image/webp";
  return `image/jpeg,image/png,image/webp${shape ? "" : ",image/svg+xml"}`;
}

export function acceptedSentence(shape: PictureShape | null): string {
  if (isLogo(shape)) return `SVG or PNG, up to ${megabytes} MB.`;
  const logos = shape ? "" : "; a wordmark or symbol also as SVG";
  return `JPEG, PNG or WebP, up to ${megabytes} MB${logos}.`;
}

export function mediaPath(id: string, { width, format }: PictureFileKey): string {
  return href("/media/:file", { file: `${id}-${width}.${format}` });
}

export function smallPath(id: string, shape: PictureShape, width: number): string {
  return mediaPath(id, filesOf(shape, width)[0]!);
}

export function originalPath(id: string): string {
  return href("/admin/site/pictures/:id/original", { id });
}

/** `given` with the outcome in its query; the pictures page if it isn't in the site editor. */
export function returnPath(given: string | undefined, outcome: Record<string, string>): string {
  const pages = href("/admin/site/pictures").replace(/\/pictures$/, "");
  const [, path, query = "", field = ""] =
    /^(\/[\w\-/]+)(\?[\w\-=&%.+]*)?(#[\w\-.]*)?$/.exec(given ?? "") ?? [];
  const isOurs = path === pages || (path?.startsWith(`${pages}/`) && !path.includes("//"));
  const search = new URLSearchParams(isOurs ? query : "");
  for (const name of ["picture", "pictureError", "deleted", "usedIn"]) search.delete(name);
  for (const [name, value] of Object.entries(outcome)) search.set(name, value);
  return `${isOurs ? path : href("/admin/site/pictures")}?${search}${isOurs ? field : ""}`;
}

const megapixels = pictureLimits.pixels / 1_000_000;

const refusals = {
  missing: "Choose a picture first.",
  several: "One picture at a time, please.",
  empty: "This file is empty.",
  "too-large": `This file is more than ${megabytes} MB. Please export it smaller.`,
  "too-many-pixels": `This picture has more than ${megapixels} megapixels. Please export it smaller.`,
  "too-small": "This picture is too small. Please choose a larger one.",
  heic: "This is a HEIC photo. Please export it as JPEG.",
  avif: "This is an AVIF picture. Please export it as JPEG.",
  gif: "This is a GIF. Please choose a JPEG, PNG or WebP picture.",
  tiff: "This is a TIFF picture. Please export it as JPEG.",
  svg: "This is an SVG drawing. Please export it as PNG.",
  "svg-text":
    "This SVG has text in a font that isn't in it. Please turn the text into outlines, or export it as PNG.",
  "svg-linked":
    "This SVG shows other files or a web page. Please export it with its pictures inside, or as PNG.",
  pdf: "This is a PDF. Please export the page as JPEG.",
  program: "This is a program, not a picture. Please choose a JPEG, PNG or WebP picture.",
  other: "This isn't a picture. Please choose a JPEG, PNG or WebP file.",
  moving: "This picture is animated. Please choose a still one.",
  damaged: "This picture is damaged or incomplete. Please export it again.",
  busy: "Other pictures are being uploaded. Please try again in a moment.",
  interrupted: "The upload stopped halfway. Please try again.",
  "disk-full": "The server's disk is full. Free some space there, then try again.",
  malformed: "Something went wrong sending the picture. Please try again.",
  "signed-out": "You've been logged out. Please log in and upload it again.",
  forbidden: "This account doesn't have access.",
} as const;

export type PictureRefusal = keyof typeof refusals;

export function isPictureRefusal(code: unknown): code is PictureRefusal {
  return typeof code === "string" && Object.hasOwn(refusals, code);
}

export function refusalText(code: PictureRefusal, shape?: PictureShape | null): string {
  if (code !== "too-small" || !shape) return refusals[code];
  const { width, height } = smallestSize(shape);
  const place = `${shapeLabels[shape].toLowerCase()}${isLogo(shape) ? "" : " picture"}`;
  return `This picture is too small: a ${place} needs at least ${width} × ${height} pixels.`;
}
