import type { PictureRefusal } from "./refusals.ts";

/* Judges a file by its first bytes: its name and declared type are not trusted. */

export type PictureKind = "jpeg" | "png" | "webp";
type Judgement = { kind: PictureKind } | { refusal: PictureRefusal };

export const signatureLength = 1_024;

const kinds: readonly [string, PictureKind][] = [
  ["\xff\xd8\xff", "jpeg"],
  ["\x89PNG\r\n\x1a\n", "png"],
];

const refused: readonly [string, PictureRefusal][] = [
  ["GIF8", "gif"],
  ["II*\0", "tiff"],
  ["MM\0*", "tiff"],
  ["II+\0", "tiff"],
  ["MM\0+", "tiff"],
  ["%PDF-", "pdf"],
  ["MZ", "program"],
  ["\x7fELF", "program"],
  ["#!", "program"],
];

const heicBrands = ["heic", "heix", "hevc", "hevx", "heim", "heis", "hevm", "hevs", "mif1", "msf1"];

export function judge(head: Uint8Array): Judgement {
  if (head.length === 0) return { refusal: "empty" };
  const text = Buffer.from(head.subarray(0, signatureLength)).toString("latin1");
  const known = kinds.find(([start]) => text.startsWith(start));
  if (known) return { kind: known[1] };
  if (text.startsWith("RIFF") && text.slice(8, 12) === "WEBP") return { kind: "webp" };
  if (text.slice(4, 8) === "ftyp") return { refusal: refusalOfContainer(text) };
  const other = refused.find(([start]) => text.startsWith(start));
  if (other) return { refusal: other[1] };
  return { refusal: /<svg[\s>]/i.test(text.replaceAll("\0", "")) ? "svg" : "other" };
}

/** HEIC, AVIF and videos share one container and differ by their brands. */
function refusalOfContainer(text: string): PictureRefusal {
  const length = Math.min(text.length, Math.max(16, text.charCodeAt(2) * 256 + text.charCodeAt(3)));
  const brands = [text.slice(8, 12), ...(text.slice(16, length).match(/[^]{4}/g) ?? [])];
  // A HEIC's first brand may be the general `mif1`, which AVIF files name too.
  if (brands.includes("avif") || brands.includes("avis")) return "avif";
  return brands.some((brand) => heicBrands.includes(brand)) ? "heic" : "other";
}
