import type { PictureShape } from "#app/server/database/enums.ts";
import { pictureLimits, shapeLabels, smallestSize } from "./model.ts";

const megabytes = pictureLimits.bytes / 1024 / 1024;
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
  const place = `${shapeLabels[shape].toLowerCase()} picture`;
  return `This picture is too small: a ${place} needs at least ${width} × ${height} pixels.`;
}
