import { readFileSync } from "node:fs";
import { brotliCompressSync, constants } from "node:zlib";
import { expect, test } from "vitest";
import { acceptedEncodings, encodeText } from "./static-files.server.ts";

test.for<[header: string | undefined, encodings: string[]]>([
  [undefined, []],
  ["", []],
  ["identity", []],
  ["gzip, deflate, br, zstd", ["br", "gzip"]],
  ["gzip", ["gzip"]],
  ["BR;Q=1.0", ["br"]],
  ["br;q=0, gzip", ["gzip"]],
  ["br; q=0.000 , gzip;q=0", []],
  ["br;q=0.2, gzip;q=0.9", ["gzip", "br"]],
  ["*", ["br", "gzip"]],
  ["*;q=0.5, br;q=0", ["gzip"]],
  ["*;q=0, gzip", ["gzip"]],
  ["br;q=none", []],
  ["brotli, x-gzip", []],
])("%s accepts %s", ([header, encodings]) => {
  expect(acceptedEncodings(header)).toEqual(encodings);
});

test("what is compressed once is as small as brotli makes it", () => {
  const text = readFileSync(import.meta.filename, "utf8").repeat(9);
  const params = { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY };
  expect(encodeText(text).br.length).toBeLessThanOrEqual(
    brotliCompressSync(text, { params }).length,
  );
});
