import { expect, test } from "vitest";
import { judge } from "./upload.server.ts";

const bytes = (text: string) => Buffer.from(text, "latin1");
const container = (...brands: string[]) =>
  bytes(`\0\0\0${String.fromCharCode(12 + 4 * brands.length)}ftyp${brands[0]}\0\0\0\0`) +
  brands.slice(1).join("");

test.each([
  ["a JPEG", "\xff\xd8\xff\xe1"],
  ["a PNG", "\x89PNG\r\n\x1a\n"],
  ["a WebP", "RIFF\x10\0\0\0WEBPVP8 "],
])("%s is a picture", (_, start) => {
  expect(judge(bytes(start))).toBeNull();
});

test.each([
  ["nothing", "", "empty"],
  ["a HEIC photo", container("heic", "mif1", "heic"), "heic"],
  ["a HEIC photo whose first brand is general", container("mif1", "miaf", "heic"), "heic"],
  ["an AVIF", container("avif", "mif1", "miaf"), "avif"],
  ["an AVIF whose first brand is general", container("mif1", "avif"), "avif"],
  ["a video", container("qt  "), "other"],
  ["a GIF", "GIF89a", "gif"],
  ["a TIFF", "II*\0", "tiff"],
  ["a TIFF of the other byte order", "MM\0*", "tiff"],
  ["an SVG", '<?xml version="1.0"?><svg xmlns="http://www.w3.org/2000/svg">', "svg"],
  ["an SVG in UTF-16", "\xff\xfe<\0s\0v\0g\0 \0", "svg"],
  ["a PDF", "%PDF-1.7", "pdf"],
  ["a program of Windows, whatever its name", "MZ\x90\0", "program"],
  ["a script", "#!/bin/sh", "program"],
  ["a WAV file, which begins as a WebP does", "RIFF\x10\0\0\0WAVEfmt ", "other"],
  ["a text", "Dear Ada", "other"],
])("%s is none", (_, start, refusal) => {
  expect(judge(bytes(start))).toBe(refusal);
});
