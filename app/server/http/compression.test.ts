import { expect, test } from "vitest";
import { acceptedEncodings } from "./static-files.server.ts";

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
