import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { cleanText, countCharacters, countVisible, cutCharacters, oneLine } from "./text.ts";

describe("cleaned text", () => {
  test.each([
    ["a null character", "Ada\u0000 Client", "Ada Client"],
    ["other control characters", "A\u0007d\u001ba\u0080\u009f", "Ada"],
    ["half a character", "Ada \ud83d", "Ada \ufffd"],
    ["every kind of line break", "a\r\nb\rc\u2028d\u2029e\u0085f\vg\fh", "a\nb\nc\nd\ne\nf\ng\nh"],
    ["direction overrides", "\u202eeve\u202c \u2066x\u2069 \u202aa\u202b", "eve x a"],
    ["invisible characters", "A\u200bd\u00ada\ufeff\u2060\u3164\u180e", "Ada"],
    ["joiners with nothing to join", "\u200dAda\u200c \u200d\u200d", "Ada "],
    ["variants of nothing", "Ada\ufe0f \ufe0f", "Ada "],
    ["joiners that only join each other", "a\u200d\ufe0f\u200d", "a"],
    ["tags outside a flag", "Ada\u{e0041}\u{e007f}", "Ada"],
  ])("leaves out %s", (_, written, kept) => {
    expect(cleanText(written)).toBe(kept);
  });

  test.each([
    ["a Persian name", "می\u200cخواهم"],
    ["a Sinhala word", "ක්\u200dර"],
    ["a family", "👨\u200d👩\u200d👧\u200d👦"],
    ["skin tones and variants", "👩🏽\u200d🚀 ❤\ufe0f\u200d🔥 1\ufe0f\u20e3"],
    ["the flag of Scotland", "🏴\u{e0067}\u{e0062}\u{e0073}\u{e0063}\u{e0074}\u{e007f}"],
    ["a variant of an ideograph", "葛\u{e0100}城"],
    ["accents, tabs and lines", "Zoë\tMüller\nक्षि"],
  ])("keeps %s as it is", (_, written) => {
    expect(cleanText(written)).toBe(written);
  });

  test("has no control characters or overrides, and stays the same when cleaned again", () => {
    const written = fc.string({
      unit: fc.oneof(
        fc.nat({ max: 0xffff }).map((code) => String.fromCharCode(code)),
        fc.string({ unit: "binary" }),
        fc.constantFrom("\u200d", "\ufe0f", "\ud83d", "👩", "a", "\u{e0100}", "葛", "1"),
      ),
    });
    fc.assert(
      fc.property(written, (text) => {
        const clean = cleanText(text);
        expect(clean.isWellFormed()).toBe(true);
        expect(clean).not.toMatch(/(?![\t\n])\p{Cc}|[\u2028\u2029\u202a-\u202e\u2066-\u2069]/u);
        expect(cleanText(clean)).toBe(clean);
      }),
    );
  });
});

test("one line has no line breaks and is trimmed", () => {
  expect(oneLine("  Ada \n\n Client\tB ")).toBe("Ada Client B");
});

test("line breaks, tabs and the blanks around them become one space", () => {
  expect(oneLine(" \n a  b\u00a0\n\n\t c\td \n")).toBe("a  b c d");
  expect(oneLine("\n \t")).toBe("");
});

test("a million blanks become one line without a wait", () => {
  // A pattern that begins with blanks would take half an hour.
  expect(oneLine(`a${" ".repeat(1_000_000)}b\nc`)).toHaveLength(1_000_004);
});

test("text is cut between whole characters", () => {
  expect(cutCharacters("a🎹b", 2)).toBe("a🎹");
  expect(cutCharacters("🎹🎹🎹", 2)).toBe("🎹🎹");
  expect(cutCharacters("short", 40)).toBe("short");
  fc.assert(
    fc.property(fc.string({ unit: "binary" }), fc.nat({ max: 50 }), (text, most) => {
      const cut = cutCharacters(text, most);
      expect(text.startsWith(cut)).toBe(true);
      expect(countCharacters(cut)).toBe(Math.min(most, countCharacters(text)));
    }),
  );
});

test("invisible characters do not count as visible", () => {
  expect([
    countVisible("Mei"),
    countVisible("मे"),
    countVisible("🎹"),
    countVisible(" \u0301\u0301 "),
    countVisible("\u200b\u200b"),
    countVisible(""),
  ]).toEqual([3, 2, 1, 0, 0, 0]);
});
