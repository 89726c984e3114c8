import { expect, test } from "vitest";
import { formatAbn, isAbn } from "./abn.ts";

test.each([
  ["51824753556", true],
  ["51824753557", false],
  ["53004085616", true],
  ["5182475355", false],
  ["518247535560", false],
  ["51 824 753 556", false],
  ["00000000000", false],
  ["", false],
])("%s is an ABN: %s", (digits, is) => expect(isAbn(digits)).toBe(is));

test("a mistyped digit or two swapped neighbours are never an ABN", () => {
  const abn = "51824753556";
  for (let at = 0; at < 11; at++) {
    for (const digit of "0123456789")
      if (digit !== abn[at])
        expect(isAbn(abn.slice(0, at) + digit + abn.slice(at + 1))).toBe(false);
    const [one, next] = [abn[at]!, abn[at + 1]];
    if (next && one !== next)
      expect(isAbn(abn.slice(0, at) + next + one + abn.slice(at + 2))).toBe(false);
  }
});

test("an ABN is shown in its groups, and anything else as it is", () => {
  expect(["51824753556", "5182", ""].map(formatAbn)).toEqual(["51 824 753 556", "5182", ""]);
});
