import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { create, type Font } from "fontkit";
import { root } from "#app/server/root.server.ts";

// Only parts with a wanted character are read; only wanted characters go into a document.

// The first font that has a character draws it. Han is drawn as in China, in Japanese names too.
const scripts =
  "symbols hebrew arabic thai sc kr tamil bengali gurmukhi gujarati telugu " +
  "kannada malayalam sinhala armenian georgian";
const families = [
  "source-sans-3",
  "noto-sans",
  ...scripts.split(" ").map((script) => `noto-sans-${script}`),
  "noto-emoji",
];
const folder = join(root, "node_modules/@fontsource-variable");

type Part = { file: string; ranges: number[][] };
let parts: Promise<Part[]> | undefined;

async function readParts(): Promise<Part[]> {
  const all = families.map(async (family) => {
    const json = await readFile(join(folder, family, "unicode.json"), "utf8");
    return Object.entries(JSON.parse(json) as Record<string, string>).map(([name, ranges]) => {
      const file = `${family}-${name.replaceAll(/[[\]]/g, "")}-wght-normal.woff2`;
      const inHex = ranges.replaceAll("U+", "").split(",");
      return {
        file: join(folder, family, "files", file),
        ranges: inHex.map((range) => range.split("-").map((code) => Number.parseInt(code, 16))),
      };
    });
  });
  return (await Promise.all(all)).flat();
}

const everyCode = (cluster: string, has: (code: number) => boolean) =>
  Array.from(cluster).every((character) => has(character.codePointAt(0)!));

const covers = ({ ranges }: Part, cluster: string) =>
  everyCode(cluster, (code) =>
    ranges.some(([first = 0, last = first]) => first <= code && code <= last),
  );

function characterSet(font: Font): Set<number> {
  try {
    return new Set(font.characterSet);
  } catch {
    // A part without the characters that its ranges promise is cut down to an empty font.
    return new Set();
  }
}

type FallbackFont = { font: Font; has: (cluster: string) => boolean };

export async function readFallbackFonts(clusters: ReadonlySet<string>): Promise<FallbackFont[]> {
  if (clusters.size === 0) return [];
  const { default: subsetFont } = await import("subset-font");
  const fonts: FallbackFont[] = [];
  let wanted = [...clusters];
  for (const part of await (parts ??= readParts())) {
    const covered = wanted.filter((cluster) => covers(part, cluster));
    if (covered.length === 0) continue;
    const cut = await subsetFont(await readFile(part.file), covered.join(""), {
      targetFormat: "truetype",
      variationAxes: { wght: 400 },
      noHinting: true,
    });
    const font = create(cut) as Font;
    const characters = characterSet(font);
    const has = (cluster: string) => everyCode(cluster, (code) => characters.has(code));
    fonts.push({ font, has });
    wanted = wanted.filter((cluster) => !has(cluster));
  }
  return fonts;
}
