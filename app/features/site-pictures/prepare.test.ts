import { execFile } from "node:child_process";
import { open } from "node:fs/promises";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import sharp from "sharp";
import { describe, expect, onTestFinished, test } from "vitest";
import {
  colourAt,
  isBlue,
  isRed,
  metadataIn,
  pngOfSize,
  sidewaysPhoto,
  twoHalves,
} from "#tests/support/pictures.ts";
import type { PictureShape } from "#app/server/database/enums.ts";
import { isLogo } from "./model.ts";
import { preparePicture } from "./worker-process.server.ts";
import { prepareUpload } from "./worker.server.ts";

async function prepareInProcess(content: Buffer, shape: PictureShape) {
  const folder = mkdtempSync(join(tmpdir(), "picture-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  writeFileSync(join(folder, "file"), content);
  await using file = await open(join(folder, "file"));
  // Awaited here: the file is closed at the end of this block.
  return await preparePicture(file, shape);
}

/** As the process does it, without starting one. */
const prepare = (content: Buffer, shape: PictureShape): Promise<object> =>
  prepareUpload(isLogo(shape) ? { kind: "logo", shape } : { kind: "prepare", shape }, content);

async function original(content: Buffer, shape: PictureShape = "portrait", way = prepare) {
  const prepared = (await way(content, shape)) as { original: Uint8Array };
  expect(prepared).toHaveProperty("original");
  return { bytes: prepared.original, metadata: await sharp(prepared.original).metadata() };
}

describe("a photograph", () => {
  test("taken sideways comes out upright, without where and with what it was taken", async () => {
    const photo = await sidewaysPhoto(400, 500);
    expect(metadataIn(photo)).toContain("Secretphone");
    const { bytes, metadata } = await original(photo, "portrait", prepareInProcess);
    expect([metadata.width, metadata.height, metadata.orientation]).toEqual([400, 500, undefined]);
    expect(metadataIn(bytes)).toEqual([]);
    expect(isRed(await colourAt(bytes, 0.25))).toBe(true);
    expect(isBlue(await colourAt(bytes, 0.75))).toBe(true);
  });

  test("mirrored by its camera is mirrored back", async () => {
    const upright = await twoHalves(400, 500).png().toBuffer();
    const photo = await sharp(upright).flip().withMetadata({ orientation: 4 }).jpeg().toBuffer();
    const { bytes } = await original(photo);
    expect(isRed(await colourAt(bytes, 0.25))).toBe(true);
  });

  test("is stored no larger than its crops need, and never enlarged", async () => {
    const large = await original(await twoHalves(2100, 2800).jpeg().toBuffer());
    expect([large.metadata.width, large.metadata.height]).toEqual([1920, 2560]);
    const panorama = await original(await twoHalves(6000, 1000).png().toBuffer(), "landscape");
    expect([panorama.metadata.width, panorama.metadata.height]).toEqual([6000, 1000]);
    const small = await original(await twoHalves(600, 400).png().toBuffer(), "landscape");
    expect([small.metadata.width, small.metadata.height]).toEqual([600, 400]);
  });

  test.each([
    ["in CMYK", () => twoHalves(400, 500).toColourspace("cmyk").jpeg().toBuffer()],
    ["of 16 bits", () => twoHalves(400, 500).toColourspace("rgb16").png().toBuffer()],
    ["in another profile", () => twoHalves(400, 500).withIccProfile("p3").jpeg().toBuffer()],
  ])("%s becomes sRGB of 8 bits", async (_, make) => {
    const { bytes, metadata } = await original(await make());
    expect([metadata.space, metadata.depth, metadata.channels]).toEqual(["srgb", "uchar", 3]);
    expect(metadataIn(bytes)).toEqual([]);
    expect(isRed(await colourAt(bytes, 0.25))).toBe(true);
    expect(isBlue(await colourAt(bytes, 0.75))).toBe(true);
  });

  test("keeps what is transparent, so that it stands on a light page and on a dark one", async () => {
    const clear = { r: 0, g: 0, b: 0, alpha: 0 };
    const { metadata } = await original(
      await sharp({ create: { width: 400, height: 500, channels: 4, background: clear } })
        .png()
        .toBuffer(),
    );
    expect(metadata.hasAlpha).toBe(true);
  });
});

describe("a file is refused", () => {
  const animated = async () => {
    const upright = await twoHalves(400, 500).png().toBuffer();
    const turned = await sharp(upright).rotate(180).png().toBuffer();
    return sharp([upright, turned], { join: { animated: true } })
      .webp()
      .toBuffer();
  };

  test.each<[string, () => Promise<Buffer> | Buffer, string]>([
    ["of 900 megapixels, by its header alone", () => pngOfSize(30_000, 30_000), "too-many-pixels"],
    ["narrower than the narrowest file", () => twoHalves(359, 900).png().toBuffer(), "too-small"],
    [
      "wide enough only before it is cropped",
      () => twoHalves(1000, 400).png().toBuffer(),
      "too-small",
    ],
    [
      "of which little is left within the limits of the format",
      () => pngOfSize(60_000, 900),
      "too-small",
    ],
    ["that moves", animated, "moving"],
    [
      "that is a JPEG cut in two",
      async () => (await sidewaysPhoto(800, 1000)).subarray(0, 4_000),
      "damaged",
    ],
    ["that is a PNG without its content", () => pngOfSize(800, 1000), "damaged"],
    ["that only begins as a JPEG", () => Buffer.from("\xff\xd8\xff\xe0", "latin1"), "damaged"],
  ])("%s", async (_, make, refusal) => {
    expect(await prepare(await make(), "portrait")).toEqual({ kind: "refused", refusal });
  });
});

describe("a logo as SVG", () => {
  const svg = (inner: string, before = "") =>
    Buffer.from(
      `${before}<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink"
        width="200" height="200">${inner}</svg>`,
    );
  const line = '<rect x="40" y="90" width="100" height="20" fill="#c81e1e"/>';

  test("is kept as a picture without its margins, as large as three screens show it", async () => {
    const { bytes, metadata } = await original(svg(line), "wordmark", prepareInProcess);
    expect([metadata.format, metadata.width, metadata.height]).toEqual(["webp", 660, 132]);
    expect(isRed(await colourAt(bytes, 0.5))).toBe(true);
    const symbol = await original(svg(`<script>alert(1)</script>${line}`), "symbol");
    expect([symbol.metadata.width, symbol.metadata.height]).toEqual([192, 38]);
  });

  test.each([
    ["text in a font of its maker's", svg("<text y='20'>Lotus</text>"), "svg-text"],
    ["a web page", svg("<foreignObject><p>Lotus</p></foreignObject>"), "svg-linked"],
    ["a picture of another site", svg('<image href="https://a.example/a.png"/>'), "svg-linked"],
    ["a file beside it", svg('<image xlink:href="a.png"/>'), "svg-linked"],
    ["nothing", svg(""), "empty"],
    [
      "entities upon entities",
      svg(
        "&e9;",
        `<!DOCTYPE svg [<!ENTITY e0 "<g/>">${Array.from(
          { length: 9 },
          (_, at) => `<!ENTITY e${at + 1} "${`&e${at};`.repeat(10)}">`,
        ).join("")}]>`,
      ),
      "damaged",
    ],
  ])("with %s is refused", async (_, content, refusal) => {
    expect(await prepare(content, "wordmark")).toEqual({ kind: "refused", refusal });
  });

  test("reads no file of the server, however it is named", async () => {
    const folder = mkdtempSync(join(tmpdir(), "secret-"));
    onTestFinished(() => rmSync(folder, { recursive: true }));
    const secret = join(folder, "secret.png");
    await twoHalves(100, 100).png().toFile(secret);
    // A bracket in an attribute hides the address from the look at the source.
    const image = `<image id="a>b" href="file://${secret}" width="100" height="100"/>`;
    const black = '<rect x="100" width="100" height="200"/>';
    const { metadata } = await original(svg(image + black), "symbol");
    // Only the black half is left.
    expect([metadata.width, metadata.height]).toEqual([96, 192]);
  });
});

test("a process that may open no more files refuses a picture and goes on", async () => {
  const script = `
    import { openSync } from "node:fs";
    import { runPictureTask } from "#app/features/site-pictures/worker-process.server.ts";
    try { while (true) openSync("/dev/null"); } catch {}
    const task = runPictureTask({ kind: "prepare", shape: "portrait" }, () => {});
    console.log(await task.catch(({ code }) => code));
    // The time limit of what never started still runs.
    process.exit();`;
  const command = `ulimit -n 80 && exec "$0" --input-type=module --eval "$1"`;
  const { stdout } = await promisify(execFile)("sh", ["-c", command, process.execPath, script]);
  expect(stdout.trim()).toBe("EMFILE");
});
