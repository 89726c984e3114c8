import { crc32, deflateSync } from "node:zlib";
import sharp, { type Sharp } from "sharp";

/* Pictures as phones and programs make them. */

type Colour = { r: number; g: number; b: number };
export const red: Colour = { r: 200, g: 30, b: 30 };
const blue: Colour = { r: 30, g: 30, b: 200 };

/** The upper half red, the lower half blue. */
export function twoHalves(width: number, height: number): Sharp {
  const half = { create: { width, height: height / 2, channels: 3 as const, background: blue } };
  return sharp({ create: { width, height, channels: 3, background: red } }).composite([
    { input: half, top: height / 2, left: 0 },
  ]);
}

/** What a phone that was held sideways stores: the sensor's picture, and that it is to be turned. */
export async function sidewaysPhoto(width: number, height: number): Promise<Buffer> {
  const upright = await twoHalves(width, height).png().toBuffer();
  return sharp(upright)
    .rotate(-90)
    .withExif({
      IFD0: { Make: "Phone", Model: "Secretphone" },
      IFD3: { GPSLatitudeRef: "S", GPSLatitude: "37/1 48/1 0/1" },
    })
    .withMetadata({ orientation: 6 })
    .jpeg({ quality: 95 })
    .toBuffer();
}

/** By its header a PNG of this size, of which there is almost nothing. */
export function pngOfSize(width: number, height: number): Buffer {
  const head = Buffer.alloc(13);
  head.writeUInt32BE(width, 0);
  head.writeUInt32BE(height, 4);
  head.set([8, 2, 0, 0, 0], 8);
  return Buffer.concat([
    Buffer.from("\x89PNG\r\n\x1a\n", "latin1"),
    chunk("IHDR", head),
    chunk("IDAT", deflateSync(Buffer.alloc(1_000))),
    chunk("IEND", Buffer.alloc(0)),
  ]);
}

function chunk(type: string, content: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, "latin1"), content]);
  const whole = Buffer.alloc(body.length + 8);
  whole.writeUInt32BE(content.length, 0);
  whole.set(body, 4);
  whole.writeUInt32BE(crc32(body), body.length + 4);
  return whole;
}

/** The average colour of a part, from 0 to 1 of the height. */
export async function colourAt(picture: Uint8Array, height: number): Promise<Colour> {
  const image = sharp(picture);
  const size = await image.metadata();
  const top = Math.floor(size.height * height);
  const { data } = await image
    .extract({ left: Math.floor(size.width / 2), top, width: 1, height: 1 })
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  return { r: data[0]!, g: data[1]!, b: data[2]! };
}

export const isRed = ({ r, b }: Colour) => r > 120 && b < 110;
export const isBlue = ({ r, b }: Colour) => b > 120 && r < 110;

/** Whatever says where, when or with what it was taken. */
export function metadataIn(picture: Uint8Array): string[] {
  const text = Buffer.from(picture).toString("latin1");
  return ["Exif", "EXIF", "GPS", "XMP", "Secretphone", "ICCP", "xmpmeta"].filter((word) =>
    text.includes(word),
  );
}
