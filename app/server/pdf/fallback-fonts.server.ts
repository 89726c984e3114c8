import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";

/*
 * Han and kana for paper. A family with all of them is a hundred files and too much for any
 * document, so what one document needs is cut out of them when it is made.
 */

/** A face as a file's bytes, and the letters that are set in it. */
export type MoreFace = { letters: Set<string>; bytes: Buffer };

/** Faces for those of the letters that the family has. */
export async function moreFaces(letters: ReadonlySet<string>): Promise<MoreFace[]> {
  if (letters.size === 0) return [];
  const faces = await Promise.all((await filesFor(letters)).map((file) => faceFrom(file, letters)));
  return faces.filter(({ letters: own }) => own.size > 0);
}

/** The files that are said to have any of the letters; what is said covers more than they have. */
async function filesFor(letters: ReadonlySet<string>): Promise<string[]> {
  const family = dirname(
    createRequire(import.meta.url).resolve("@fontsource-variable/noto-sans-sc/unicode.json"),
  );
  const ranges = JSON.parse(await readFile(join(family, "unicode.json"), "utf8")) as Record<
    string,
    string
  >;
  const codes = [...letters].map((letter) => letter.codePointAt(0)!);
  const covers = (range: string) => {
    const [first, last = first] = range
      .replace("U+", "")
      .split("-")
      .map((code) => Number.parseInt(code, 16));
    return codes.some((code) => code >= first! && code <= last!);
  };
  return Object.entries(ranges)
    .filter(([, parts]) => parts.split(",").some(covers))
    .map(([name]) =>
      join(family, "files", `noto-sans-sc-${name.replace(/[[\]]/g, "")}-wght-normal.woff2`),
    );
}

async function faceFrom(file: string, letters: ReadonlySet<string>): Promise<MoreFace> {
  const [{ create }, { default: subsetFont }] = await Promise.all([
    import("fontkit"),
    import("subset-font"),
  ]);
  const whole = await readFile(file);
  const font = create(whole);
  const own = new Set(
    [...letters].filter(
      (letter) =>
        "hasGlyphForCodePoint" in font && font.hasGlyphForCodePoint(letter.codePointAt(0)!),
    ),
  );
  if (own.size === 0) return { letters: own, bytes: whole };
  return {
    letters: own,
    bytes: await subsetFont(whole, [...own].join(""), {
      targetFormat: "truetype",
      variationAxes: { wght: 400 },
      noHinting: true,
      preserveNameIds: [0, 13, 14],
    }),
  };
}
