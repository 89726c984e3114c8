import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { paletteNames, tokensOf, usualPalette } from "#app/content/palettes.ts";

const written = readFileSync(join(import.meta.dirname, "tokens.css"), "utf8");

type Colours = Readonly<Record<string, readonly [light: string, dark: string]>>;

/** By name, without the dashes: the colour on light paper and on the dark stage. */
const usual: Colours = Object.fromEntries(
  Array.from(written.matchAll(/--([\w-]+): (?:light-dark\()?(#\w+)(?:, (#\w+)\))?;/g), (found) => {
    const [, name, light, dark = light] = found;
    return [name!, [light!, dark!]] as const;
  }),
);

const palettes = paletteNames.map((name): [string, Colours] => {
  const own = tokensOf(name).map(([token, light, dark]) => [token, [light, dark]] as const);
  return [name, { ...usual, ...Object.fromEntries(own) }];
});

/** WCAG's relative luminance. */
function luminance(colour: string): number {
  const [red, green, blue] = Array.from(colour.matchAll(/[\da-f]{2}/g), ([part]) => {
    const value = parseInt(part, 16) / 255;
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red! + 0.7152 * green! + 0.0722 * blue!;
}

function contrasts(tokens: Colours, text: string, behind: string): number[] {
  return [0, 1].map((theme) => {
    const [one, other] = [text, behind].map((name) => luminance(tokens[name]![theme]!));
    return (Math.max(one!, other!) + 0.05) / (Math.min(one!, other!) + 0.05);
  });
}

test("the stylesheet has the colours of the usual palette", () => {
  expect(palettes).toHaveLength(6);
  expect(Object.fromEntries(palettes)[usualPalette]).toEqual(usual);
});

describe.for(palettes)("%s", ([, tokens]) => {
  test.for(["ink", "soft", "accent", "danger", "good"])(
    "%s is readable on every ground, in both themes",
    (text) => {
      for (const ground of ["surface", "raised", "field"])
        expect(Math.min(...contrasts(tokens, text, ground)), ground).toBeGreaterThanOrEqual(4.5);
    },
  );

  test("the words of a button stand out from it, 6 to 1", () => {
    expect(Math.min(...contrasts(tokens, "on-fill", "fill"))).toBeGreaterThanOrEqual(6);
  });

  test("outlines of fields and lines of brass stand out, 3 to 1", () => {
    for (const line of ["edge", "brass"])
      expect(Math.min(...contrasts(tokens, line, "surface")), line).toBeGreaterThanOrEqual(3);
  });

  test("a button on the dark stage is deep, and a link is light", () => {
    const [, fill] = tokens["fill"]!;
    const [, link] = tokens["accent"]!;
    expect(luminance(fill)).toBeLessThan(0.12);
    expect(luminance(link)).toBeGreaterThan(0.35);
  });
});
