import process from "node:process";
import sharp, { type Sharp } from "sharp";
import type { PictureShape } from "#app/server/database/enums.ts";
import { readUpload } from "#app/server/task-process.server.ts";
import { lowerPriority } from "#app/server/thread.server.ts";
import {
  appIcon,
  cropOf,
  filesOf,
  finishedSize,
  isLogo,
  type LogoShape,
  originalSize,
  type FocusPoint,
  type PictureFormat,
  pictureLimits,
  shapeSizes,
  type Size,
  smallestSize,
  photographQuality,
  type PictureRefusal,
} from "./model.ts";

/* A process of its own: a bad file ends only this one, and its memory returns to the system. */

export type PictureTask =
  /** Of the file that is uploaded. */
  | { kind: "prepare"; shape: PictureShape }
  /** The same; it may be an SVG. */
  | { kind: "logo"; shape: LogoShape }
  /** A photograph of a page of music, uploaded too. */
  | { kind: "page" }
  | {
      kind: "render";
      original: Uint8Array;
      shape: PictureShape;
      focus: FocusPoint;
      /** Files of an earlier, interrupted try, as `width.format`. */
      existing: readonly string[];
    }
  /** One JPEG, since some email apps show nothing else. */
  | { kind: "email"; original: Uint8Array; shape: PictureShape; focus: FocusPoint };

export type PictureAnswer =
  | { kind: "refused"; refusal: PictureRefusal }
  | { kind: "prepared"; original: Uint8Array }
  | { kind: "size"; size: Size }
  | { kind: "file"; width: number; format: PictureFormat; bytes: Uint8Array; progress: number };

/** Levels above 4 take twice the time for files of the same length. */
const effort = 4;

const send = (answer: PictureAnswer) =>
  new Promise<void>((resolve, reject) =>
    process.send!(answer, undefined, {}, (error) => (error ? reject(error) : resolve())),
  );

/** Reads only the header: nothing is decoded yet. */
async function storedSize(file: Buffer, shape: PictureShape): Promise<Size | PictureRefusal> {
  const found = await sharp(file, { limitInputPixels: false })
    .metadata()
    .catch(() => null);
  if (!found) return "damaged";
  if (found.width * found.height > pictureLimits.pixels) return "too-many-pixels";
  if ((found.pages ?? 1) > 1) return "moving";
  const size = originalSize(found.autoOrient);
  const crop = cropOf(size, shape, { x: 0.5, y: 0.5 });
  return crop.width < smallestSize(shape).width ? "too-small" : size;
}

async function prepare(file: Buffer, shape: PictureShape): Promise<PictureAnswer> {
  const size = await storedSize(file, shape);
  if (typeof size === "string") return { kind: "refused", refusal: size };
  // No metadata and sRGB: sharp's defaults.
  return sharp(file, { failOn: "error", limitInputPixels: pictureLimits.pixels })
    .autoOrient()
    .resize({ ...size, fit: "fill" })
    .toColourspace("srgb")
    .webp({ quality: 90, effort: 2 })
    .toBuffer()
    .then(
      (original) => ({ kind: "prepared", original }),
      () => ({ kind: "refused", refusal: "damaged" }),
    );
}

/** In px: an SVG is drawn this large before its margins are cut off. */
const drawnEdge = 2_000;

/** Of an SVG only its drawing is kept: nothing in it runs, and it opens no file and no address. */
async function prepareLogo(file: Buffer, shape: LogoShape): Promise<PictureAnswer> {
  const refused = (refusal: PictureRefusal) => ({ kind: "refused", refusal }) as const;
  const found = await sharp(file, { limitInputPixels: false })
    .metadata()
    .catch(() => null);
  if (!found) return refused("damaged");
  const isSvg = found.format === "svg";
  const problem = isSvg ? svgProblem(file) : null;
  if (problem) return refused(problem);
  if (!isSvg && found.width * found.height > pictureLimits.pixels)
    return refused("too-many-pixels");
  if ((found.pages ?? 1) > 1) return refused("moving");
  const density = (72 * drawnEdge) / Math.max(found.width, found.height);
  try {
    const drawn = await sharp(file, {
      failOn: "error",
      limitInputPixels: pictureLimits.pixels,
      ...(isSvg && { density: Math.min(Math.max(density, 1), 100_000) }),
    })
      .autoOrient()
      .toColourspace("srgb")
      .trim()
      .png()
      .toBuffer({ resolveWithObject: true });
    const least = smallestSize(shape);
    if (drawn.info.width < least.width && drawn.info.height < least.height)
      return refused("too-small");
    const { channels } = await sharp(drawn.data).stats();
    if (channels[3]?.max === 0) return refused("empty");
    const original = await sharp(drawn.data)
      .resize({ ...shapeSizes[shape], fit: "inside", withoutEnlargement: true })
      .webp({ lossless: true, effort: 2 })
      .toBuffer();
    return { kind: "prepared", original };
  } catch {
    return refused("damaged");
  }
}

/** It would be drawn in another font, or with gaps. */
function svgProblem(file: Buffer): PictureRefusal | null {
  const source = file.toString("latin1").replaceAll("\0", "");
  if (/<(\w+:)?text[\s>]/i.test(source)) return "svg-text";
  const links = [...source.matchAll(/<(?:\w+:)?(\w+)\s[^>]*?\bhref\s*=\s*["']\s*(?!#|data:)/gi)];
  const isLinked = links.some(([, element]) => element!.toLowerCase() !== "a");
  return isLinked || /<(\w+:)?foreignObject[\s>]/i.test(source) ? "svg-linked" : null;
}

/** In px: an A4 page at 250 dots an inch. */
const pageEdge = 2_900;

async function preparePage(file: Buffer): Promise<PictureAnswer> {
  const found = await sharp(file, { limitInputPixels: false })
    .metadata()
    .catch(() => null);
  if (!found) return { kind: "refused", refusal: "damaged" };
  if (found.width * found.height > pictureLimits.pixels)
    return { kind: "refused", refusal: "too-many-pixels" };
  return sharp(file, { failOn: "error", limitInputPixels: pictureLimits.pixels })
    .autoOrient()
    .resize({ width: pageEdge, height: pageEdge, fit: "inside", withoutEnlargement: true })
    .flatten({ background: "white" })
    .toColourspace("srgb")
    .jpeg({ quality: photographQuality.jpg })
    .toBuffer()
    .then(
      (original) => ({ kind: "prepared", original }),
      () => ({ kind: "refused", refusal: "damaged" }),
    );
}

async function render(task: Extract<PictureTask, { kind: "render" }>): Promise<void> {
  const original = sharp(task.original);
  const metadata = await original.metadata();
  const crop = cropOf(metadata, task.shape, task.focus);
  const size = finishedSize(crop, task.shape);
  const isOpaque = !metadata.hasAlpha || (await original.stats()).isOpaque;
  const cropped = original.clone().extract(crop);
  const { data, info } = await (isOpaque ? cropped.removeAlpha() : cropped)
    .raw()
    .toBuffer({ resolveWithObject: true });
  const { width, height, channels } = info;
  await send({ kind: "size", size });
  const files = filesOf(task.shape, size.width);
  // Encoding AVIF takes about four times as long.
  const effortOf = (file: (typeof files)[number]) =>
    file.width ** 2 * (file.format === "avif" ? 4 : 1);
  const total = files.reduce((sum, file) => sum + effortOf(file), 0);
  let done = 0;
  for (const file of files) {
    done += effortOf(file);
    if (task.existing.includes(`${file.width}.${file.format}`)) continue;
    const resized = sharp(data, { raw: { width, height, channels } }).resize({
      width: file.width,
      height: Math.round((file.width * size.height) / size.width),
      fit: "fill",
    });
    const bytes = await encode(resized, file.format, task.shape).toBuffer();
    await send({ kind: "file", ...file, bytes, progress: Math.floor((100 * done) / total) });
  }
}

function encode(resized: Sharp, format: PictureFormat, shape: PictureShape): Sharp {
  if (format === "png")
    return resized
      .resize({ ...appIcon, height: appIcon.width, fit: "contain", background: "white" })
      .flatten({ background: "white" })
      .png();
  const quality = photographQuality[format];
  if (format === "jpg")
    return resized.flatten({ background: "white" }).jpeg({ quality, mozjpeg: true });
  return resized.toFormat(format, isLogo(shape) ? { lossless: true } : { quality, effort });
}

/** Twice the width of an email's text. */
const emailWidth = 1_120;

async function renderForEmail(task: Extract<PictureTask, { kind: "email" }>): Promise<void> {
  const original = sharp(task.original);
  const crop = cropOf(await original.metadata(), task.shape, task.focus);
  const { data, info } = await original
    .extract(crop)
    .resize({ width: emailWidth, withoutEnlargement: true })
    .flatten({ background: "white" })
    .jpeg({ quality: photographQuality.jpg, mozjpeg: true })
    .toBuffer({ resolveWithObject: true });
  const { width, height } = info;
  await send({ kind: "size", size: { width, height } });
  await send({ kind: "file", width, format: "jpg", bytes: data, progress: 100 });
}

async function work(task: PictureTask): Promise<void> {
  if (task.kind === "render") await render(task);
  else if (task.kind === "email") await renderForEmail(task);
  else await send(await prepareUpload(task, readUpload()));
}

export function prepareUpload(
  task: Extract<PictureTask, { kind: "prepare" | "logo" | "page" }>,
  file: Buffer,
): Promise<PictureAnswer> {
  if (task.kind === "logo") return prepareLogo(file, task.shape);
  return task.kind === "page" ? preparePage(file) : prepare(file, task.shape);
}

if (import.meta.main) {
  sharp.cache(false);
  // The site answers visitors meanwhile.
  sharp.concurrency(1);
  lowerPriority();
  // The site's process has ended.
  process.on("disconnect", () => process.exit());
  process.once("message", (task) => {
    work(task as PictureTask).then(
      () => process.disconnect(),
      (error: unknown) => {
        console.error(error);
        process.exit(1);
      },
    );
  });
}
