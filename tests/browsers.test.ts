import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";

/* The oldest browsers meant are Safari 16.4, Chrome 111 and Firefox 128: the README names them. */

const assets = join(import.meta.dirname, "../build/client/assets");

const newer = [
  /\b(Map|Object)\.groupBy\b/,
  /\bPromise\.(withResolvers|try)\b/,
  /\bURL\.(canParse|parse)\b/,
  /\bAbortSignal\.any\b/,
  /\bIterator\.(from|concat)\b/,
  /\.(values|keys|entries)\(\)\.(map|filter|some|every|find|reduce|toArray|take|drop)\(/,
  /\.(isSubsetOf|isSupersetOf|isDisjointFrom|symmetricDifference)\(/,
  /\.(checkVisibility|showPopover|togglePopover)\(/,
  /\b(RegExp\.escape|Error\.isError|Array\.fromAsync|Uint8Array\.fromBase64)\b/,
];

test("the built scripts call nothing that the oldest browsers meant don't have", () => {
  const scripts = readdirSync(assets).filter((file) => file.endsWith(".js"));
  expect(scripts.length).toBeGreaterThan(50);
  const found = scripts.flatMap((file) => {
    const text = readFileSync(join(assets, file), "utf8");
    return newer.filter((call) => call.test(text)).map((call) => `${file}: ${call.source}`);
  });
  expect(found).toEqual([]);
});
