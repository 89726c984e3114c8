import { fstatSync, readSync } from "node:fs";
import process from "node:process";
import sharp from "sharp";
import type { PictureShape } from "#app/server/database/enums.ts";
import { lowerPriority } from "#app/server/thread.server.ts";
import {
  cropOf,
  filesOf,
  finishedSize,
  originalSize,
  type FocusPoint,
  type PictureFormat,
  pictureLimits,
  type Size,
  smallestSize,
  photographQuality,
  type PictureRefusal,
} from "./model.ts";

/* A process of its own: a bad file ends only this one, and its memory returns to the system. */

export type PictureTask =
  /** The uploaded file is open as {@link fileDescriptor}. */
  | { kind: "prepare"; shape: PictureShape }
  /** A photograph of a page of music, also as {@link fileDescriptor}. */
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

const fileDescriptor = 4;

/** Levels above 4 take twice the time for files of the same length. */
const effort = 4;

const send = (answer: PictureAnswer) =>
  new Promise<void>((resolve, reject) =>
    process.send!(answer, undefined, {}, (error) => (error ? reject(error) : resolve())),
  );

/** Reads by position: the descriptor shares its own with the process that wrote the file. */
function readUpload(): Buffer {
  const file = Buffer.alloc(fstatSync(fileDescriptor).size);
  for (let at = 0; at < file.length;) {
    const read = readSync(fileDescriptor, file, at, file.length - at, at);
    if (read === 0) break;
    at += read;
  }
  return file;
}

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

async function prepare(shape: PictureShape): Promise<PictureAnswer> {
  const file = readUpload();
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

/** In px: an A4 page at 250 dots an inch. */
const pageEdge = 2_900;

async function preparePage(): Promise<PictureAnswer> {
  const file = readUpload();
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
    const quality = photographQuality[file.format];
    const encoded =
      file.format === "jpg"
        ? resized.flatten({ background: "white" }).jpeg({ quality, mozjpeg: true })
        : resized.toFormat(file.format, { quality, effort });
    const bytes = await encoded.toBuffer();
    await send({ kind: "file", ...file, bytes, progress: Math.floor((100 * done) / total) });
  }
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
  else await send(await (task.kind === "page" ? preparePage() : prepare(task.shape)));
}

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
