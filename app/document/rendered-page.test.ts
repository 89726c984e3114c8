import { gunzipSync } from "node:zlib";
import fc from "fast-check";
import { expect, test } from "vitest";
import { packPage, prepareBeginning } from "./rendered-page.server.ts";

test("whatever follows the prepared beginning, the packed page is one gzip member that says both", () => {
  fc.assert(
    fc.property(
      fc.string({ unit: "grapheme", maxLength: 2_000 }),
      fc.string({ unit: "grapheme", maxLength: 4_000 }),
      (first, second) => {
        const page = packPage({ beginning: prepareBeginning(first), rest: Buffer.from(second) });
        // Ends at the first member's end, so a second member would be missing here.
        expect(gunzipSync(page).toString()).toBe(first + second);
        expect(page.readUInt32LE(page.length - 4)).toBe(Buffer.byteLength(first + second));
      },
    ),
    { numRuns: 300 },
  );
});
