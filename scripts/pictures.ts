// Renders every source in pictures/ to the sizes the pages use, and lists them for <Picture>.
//   node scripts/pictures.ts          draws what changed
//   node scripts/pictures.ts --check  exits 1 and names what is stale
import { createHash } from "node:crypto";
import { existsSync } from "node:fs";
import { mkdir, readdir, readFile, rm, writeFile } from "node:fs/promises";
import sharp from "sharp";
import {
  type Crop,
  cropOf,
  fittingWidths,
  photographQuality,
  pictureWidths,
  shapeSizes,
  type Size,
} from "../app/features/site-pictures/model.ts";

interface Picture {
  width: number;
  height: number;
  widths: number[];
  source: string;
  hash: string;
}

const root = new URL("../", import.meta.url);
const at = (path: string) => new URL(path, root);
const manifestPath = "app/content/pictures.gen.ts";

// Photographs first: one replaces a drawing of its name.
const kinds = ["jpg", "jpeg", "png", "webp", "svg"];
const settings = {
  drawing: { avif: { quality: 55, effort: 6 }, webp: { quality: 80, effort: 6 } },
  photograph: {
    avif: { quality: photographQuality.avif, effort: 6 },
    webp: { quality: photographQuality.webp, effort: 6 },
  },
  share: { width: 1200, height: 630, limit: 100_000 },
};

const isDrawing = (source: string) => source.endsWith(".svg");

/** The path of the source by name. */
async function sourcesIn(folder: string) {
  const files = existsSync(at(folder)) ? (await readdir(at(folder))).sort() : [];
  const found = new Map<string, string>();
  for (const kind of kinds) {
    for (const file of files) {
      const name = file.replace(/\.[a-z]+$/i, "");
      if (file.toLowerCase().endsWith(`.${kind}`) && !found.has(name))
        found.set(name, `${folder}${file}`);
    }
  }
  return new Map([...found].sort(([a], [b]) => a.localeCompare(b)));
}

async function sizeOf(source: string): Promise<Size> {
  const { width, height, autoOrient } = await sharp(await readFile(at(source))).metadata();
  return isDrawing(source) ? { width, height } : (autoOrient ?? { width, height });
}

/** A little above the middle, where faces are. */
const focus = { x: 0.5, y: 0.4 };

/** A photograph is cropped as the drawing that it replaces, which has the shape of its place. */
async function cropAs(source: string): Promise<Crop | null> {
  const drawing = source.replace(/[^.]+$/, "svg");
  if (isDrawing(source) || !existsSync(at(drawing))) return null;
  const { width, height } = await sizeOf(drawing);
  const shapes = Object.keys(shapeSizes) as (keyof typeof shapeSizes)[];
  const shape = shapes.find((name) => {
    const size = shapeSizes[name];
    return size.width * height === size.height * width;
  });
  return shape ? cropOf(await sizeOf(source), shape, focus) : null;
}

async function hashOf(source: string) {
  const hash = createHash("sha256").update(JSON.stringify([settings, pictureWidths]));
  const crop = await cropAs(source);
  if (crop) hash.update(JSON.stringify(crop));
  return hash
    .update(await readFile(at(source)))
    .digest("hex")
    .slice(0, 16);
}

/** An SVG is rendered at its final size, so that nothing is enlarged. */
async function drawnAt(source: string, width: number) {
  const bytes = await readFile(at(source));
  if (!isDrawing(source)) {
    const crop = await cropAs(source);
    const upright = sharp(bytes).rotate();
    return (crop ? upright.extract(crop) : upright).resize({ width });
  }
  const natural = (await sharp(bytes).metadata()).width;
  return sharp(bytes, { density: Math.max(72, (72 * width) / natural) }).resize({ width });
}

const outputsOf = (name: string, picture: Picture) =>
  picture.widths.flatMap((width) =>
    ["avif", "webp"].map((type) => `public/pictures/${name}-${width}.${type}`),
  );

async function erase(name: string, picture: Picture) {
  for (const path of outputsOf(name, picture)) await rm(at(path), { force: true });
}

async function describe(source: string): Promise<Picture> {
  const { width, height } = (await cropAs(source)) ?? (await sizeOf(source));
  return {
    width,
    height,
    widths: fittingWidths(width),
    source,
    hash: await hashOf(source),
  };
}

async function render(name: string, picture: Picture) {
  const { avif, webp } = isDrawing(picture.source) ? settings.drawing : settings.photograph;
  for (const width of picture.widths) {
    const image = await drawnAt(picture.source, width);
    await image
      .clone()
      .avif(avif)
      .toFile(at(`public/pictures/${name}-${width}.avif`).pathname);
    await image
      .clone()
      .webp(webp)
      .toFile(at(`public/pictures/${name}-${width}.webp`).pathname);
  }
}

interface Share {
  src: string;
  source: string;
  hash: string;
}

interface Manifest {
  pictures: Record<string, Picture>;
  shareImages: Record<string, Share>;
}

async function readManifest(): Promise<Manifest> {
  if (!existsSync(at(manifestPath))) return { pictures: {}, shareImages: {} };
  return import(at(manifestPath).href);
}

// One picture per line keeps the file short and its diffs readable.
const listOf = (name: string, entries: Record<string, unknown>) =>
  `export const ${name} = {\n${Object.entries(entries)
    .map(([key, value]) => `  ${JSON.stringify(key)}: ${JSON.stringify(value)},\n`)
    .join("")}} as const;\n`;

const manifestText = ({ pictures, shareImages }: Manifest) =>
  "// Written by scripts/pictures.ts; do not edit.\n" +
  `${listOf("pictures", pictures)}\n${listOf("shareImages", shareImages)}`;

/** PNG if it is under the limit, else the best JPEG that is. */
async function renderShare(name: string, source: string) {
  const { width, height, limit } = settings.share;
  const image = (await drawnAt(source, width)).resize({ width, height, fit: "cover" });
  const save = async (type: "png" | "jpg", bytes: Buffer) => {
    await writeFile(at(`public/share/${name}.${type}`), bytes);
    return `/share/${name}.${type}`;
  };
  for (const type of ["png", "jpg"]) await rm(at(`public/share/${name}.${type}`), { force: true });
  const png = await image
    .clone()
    .png({ palette: true, quality: 90, dither: 0.6, effort: 10 })
    .toBuffer();
  if (png.length <= limit) return save("png", png);
  for (let quality = 88; ; quality -= 4) {
    const jpeg = await image.clone().jpeg({ quality, mozjpeg: true }).toBuffer();
    if (jpeg.length <= limit || quality <= 60) return save("jpg", jpeg);
  }
}

async function drawPictures(before: Manifest["pictures"], check: boolean) {
  const now: Manifest["pictures"] = {};
  const stale: string[] = [];
  for (const [name, source] of await sourcesIn("pictures/")) {
    const picture = await describe(source);
    now[name] = picture;
    const fresh = before[name]?.hash === picture.hash && before[name].source === source;
    if (fresh && outputsOf(name, picture).every((path) => existsSync(at(path)))) continue;
    stale.push(name);
    if (check) continue;
    // The old source may have had more sizes.
    if (before[name]) await erase(name, before[name]);
    await render(name, picture);
  }
  for (const [name, picture] of Object.entries(before).filter(([old]) => !now[old])) {
    stale.push(name);
    if (!check) await erase(name, picture);
  }
  return { now, stale };
}

async function drawShares(before: Manifest["shareImages"], check: boolean) {
  const now: Manifest["shareImages"] = {};
  const stale: string[] = [];
  const sources = await sourcesIn("pictures/share/");
  for (const [file, source] of sources) {
    // As documents name it.
    const name = `share/${file}`;
    const hash = await hashOf(source);
    const old = before[name];
    if (old?.hash === hash && old.source === source && existsSync(at(`public${old.src}`))) {
      now[name] = old;
      continue;
    }
    stale.push(name);
    if (!check) now[name] = { src: await renderShare(file, source), source, hash };
  }
  const isGone = (name: string) => !sources.has(name.replace("share/", ""));
  stale.push(...Object.keys(before).filter(isGone));
  return { now, stale };
}

const check = process.argv.includes("--check");
for (const folder of ["public/pictures/", "public/share/", "app/content/"])
  await mkdir(at(folder), { recursive: true });
const before = await readManifest();
const drawn = await drawPictures(before.pictures, check);
const shared = await drawShares(before.shareImages, check);
const stale = [...drawn.stale, ...shared.stale];
// Tests may be reading it meanwhile.
if (!check && stale.length > 0)
  await writeFile(at(manifestPath), manifestText({ pictures: drawn.now, shareImages: shared.now }));
if (check && stale.length) {
  console.error(`Stale pictures, run scripts/pictures.ts: ${stale.join(", ")}`);
  process.exitCode = 1;
} else {
  console.log(stale.length ? `Drew: ${stale.join(", ")}` : "Every picture is up to date.");
}
