/*
 * `node scripts/fonts.ts` writes the web fonts with the site's characters only, their stylesheets, and
 * the fonts for PDFs. Run it after changing a font, an axis or a list of characters.
 */
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { create, type Font } from "fontkit";
import subsetFont from "subset-font";

const root = new URL("../", import.meta.url);
const outDir = new URL("app/fonts/", root);

const printable = Array.from({ length: 95 }, (_, i) => String.fromCharCode(32 + i)).join("");
const typographic = "’‘“”–—…·×éèüöäñàç©½\u00a0";
// Headlines never need these, which saves 3 kB.
const headline = printable.replace(/[<>[\]{}|\\^_`~=]/g, "") + typographic;
// Neither package has → and ←, so pages draw those as icons.
const text = printable + typographic + "É•−°↑";

interface WebFont {
  family: string;
  source: string;
  file: string;
  characters: string;
  weights: { min: number; max: number };
  pinned: Record<string, number>;
  features: string[];
}

const webFonts = {
  display: {
    family: "Newsreader",
    source: "node_modules/@fontsource-variable/newsreader/files/newsreader-latin-opsz-normal.woff2",
    file: "newsreader.woff2",
    characters: headline,
    // The site uses one weight, from 24 to 76 px: a weight axis costs 18 kB, one of optical sizes 48.
    weights: { min: 400, max: 400 },
    pinned: { opsz: 44 },
    features: ["kern", "liga"],
  },
  text: {
    family: "Source Sans 3",
    source:
      "node_modules/@fontsource-variable/source-sans-3/files/source-sans-3-latin-wght-normal.woff2",
    file: "source-sans-3.woff2",
    characters: text,
    weights: { min: 400, max: 700 },
    pinned: {},
    features: ["kern", "liga", "tnum"],
  },
} satisfies Record<string, WebFont>;

// Advance widths, in thousandths of an em, of the system fonts shown until a web font has loaded.
// Constants, because the build machine need not have these fonts.
const alphabet = "abcdefghijklmnopqrstuvwxyz ";
const fallbackFonts = [
  {
    name: "Newsreader Fallback",
    local: ["Georgia"],
    replaces: webFonts.display,
    widths: [
      504, 560, 454, 574, 484, 325, 510, 582, 293, 291, 535, 286, 880, 591, 539, 571, 560, 410, 432,
      346, 576, 497, 738, 504, 493, 443, 241,
    ],
  },
  {
    name: "Newsreader Fallback Times",
    local: ["Times New Roman", "Liberation Serif"],
    replaces: webFonts.display,
    widths: [
      444, 500, 444, 500, 444, 333, 500, 500, 278, 278, 500, 278, 778, 500, 500, 500, 500, 333, 389,
      278, 500, 500, 722, 500, 500, 444, 250,
    ],
  },
  {
    name: "Source Sans Fallback",
    local: ["Arial", "Liberation Sans"],
    replaces: webFonts.text,
    widths: [
      556, 556, 500, 556, 556, 278, 556, 556, 222, 222, 500, 222, 833, 556, 556, 556, 556, 333, 500,
      278, 556, 500, 722, 500, 500, 500, 278,
    ],
  },
  // Android has none of those; a bare Linux has DejaVu.
  {
    name: "Newsreader Fallback Noto",
    local: ["Noto Serif", "DejaVu Serif"],
    replaces: webFonts.display,
    widths: [
      563, 614, 492, 614, 535, 369, 538, 635, 320, 300, 585, 310, 945, 645, 577, 614, 614, 471, 451,
      352, 635, 579, 862, 578, 565, 511, 260,
    ],
  },
  {
    name: "Source Sans Fallback Roboto",
    local: ["Roboto"],
    replaces: webFonts.text,
    widths: [
      544, 562, 523, 564, 530, 348, 562, 551, 243, 239, 507, 243, 877, 552, 570, 562, 568, 339, 516,
      327, 551, 484, 751, 496, 473, 496, 248,
    ],
  },
  {
    name: "Source Sans Fallback DejaVu",
    local: ["DejaVu Sans"],
    replaces: webFonts.text,
    widths: [
      613, 635, 550, 635, 615, 352, 635, 634, 278, 278, 579, 278, 974, 634, 612, 635, 635, 411, 521,
      392, 634, 592, 818, 592, 592, 525, 318,
    ],
  },
];

// English letter frequencies per thousand characters of running text, space last.
const frequency = [
  65, 12, 22, 34, 101, 18, 16, 49, 56, 1, 6, 32, 19, 56, 60, 15, 1, 48, 51, 72, 22, 8, 19, 1, 16, 1,
  182,
];

const averageWidth = (widths: number[]) =>
  widths.reduce((sum, width, i) => sum + width * (frequency[i] ?? 0), 0) /
  frequency.reduce((a, b) => a + b);

function cut(font: WebFont, source: Buffer, targetFormat: "woff2" | "truetype"): Promise<Buffer> {
  return subsetFont(source, font.characters, {
    targetFormat,
    variationAxes: { wght: font.weights, ...font.pinned },
    keepFeatures: font.features,
    // Copyright and licence, which the Open Font License requires.
    preserveNameIds: [0, 13, 14],
    noHinting: true,
  });
}

function measure(truetype: Buffer) {
  const font = create(truetype) as Font;
  const widths = [...alphabet].map(
    (character) => font.glyphForCodePoint(character.charCodeAt(0)).advanceWidth,
  );
  const em = font.unitsPerEm;
  return {
    ascent: font.ascent / em,
    descent: -font.descent / em,
    lineGap: font.lineGap / em,
    width: (averageWidth(widths) / em) * 1000,
  };
}

const percent = (value: number) => `${+(value * 100).toFixed(2)}%`;

function webFontRule(font: WebFont) {
  return `@font-face {
  font-family: "${font.family}";
  font-style: normal;
  font-weight: ${[...new Set(Object.values(font.weights))].join(" ")};
  font-display: swap;
  src: url("./${font.file}") format("woff2");
}`;
}

function fallbackFontRule(
  fallback: (typeof fallbackFonts)[number],
  metrics: ReturnType<typeof measure>,
) {
  const scale = metrics.width / averageWidth(fallback.widths);
  return `@font-face {
  font-family: "${fallback.name}";
  src: ${fallback.local.map((name) => `local("${name}")`).join(", ")};
  size-adjust: ${percent(scale)};
  ascent-override: ${percent(metrics.ascent / scale)};
  descent-override: ${percent(metrics.descent / scale)};
  line-gap-override: ${percent(metrics.lineGap / scale)};
}`;
}

await mkdir(outDir, { recursive: true });
const metrics = new Map<WebFont, ReturnType<typeof measure>>();
for (const font of Object.values(webFonts)) {
  const source = await readFile(new URL(font.source, root));
  const woff2 = await cut(font, source, "woff2");
  await writeFile(new URL(font.file, outDir), woff2);
  metrics.set(font, measure(await cut(font, source, "truetype")));
  console.log(`${font.file} ${woff2.length} bytes`);
}
const writeCss = (file: string, title: string, rules: string[]) =>
  writeFile(
    new URL(file, outDir),
    [`/* Written by scripts/fonts.ts. ${title} */`, ...rules].join("\n\n") + "\n",
  );
await writeCss(
  "web-fonts.css",
  "The web fonts; app/document/inline-script.ts says when.",
  Object.values(webFonts).map(webFontRule),
);
await writeCss(
  "fallback-fonts.css",
  "Sized to the web fonts, so nothing moves when those arrive.",
  fallbackFonts.map((fallback) => fallbackFontRule(fallback, metrics.get(fallback.replaces)!)),
);

const range = (first: number, last: number) =>
  Array.from({ length: last - first + 1 }, (_, i) => String.fromCodePoint(first + i)).join("");
const latin = range(0x20, 0x7e) + range(0xa0, 0xff) + "–—‘’“”„…•€−ŒœŠšŸŽž";
const sans = (script: string) => `source-sans-3/files/source-sans-3-${script}-wght-normal.woff2`;
/** Kept in step with `isPlain` in app/server/pdf/drawing.server.ts. */
const pdfFonts = [
  {
    file: "display.ttf",
    source: "newsreader/files/newsreader-latin-opsz-normal.woff2",
    characters: latin,
    axes: { wght: 400, opsz: 44 },
  },
  { file: "text.ttf", source: sans("latin"), characters: latin, axes: { wght: 400 } },
  { file: "text-strong.ttf", source: sans("latin"), characters: latin, axes: { wght: 600 } },
];
await mkdir(new URL("pdf/", outDir), { recursive: true });
for (const { file, source, characters, axes } of pdfFonts) {
  const woff2 = await readFile(new URL(`node_modules/@fontsource-variable/${source}`, root));
  const ttf = await subsetFont(woff2, characters, {
    targetFormat: "truetype",
    variationAxes: axes,
    noHinting: true,
    preserveNameIds: [0, 13, 14],
  });
  await writeFile(new URL(`pdf/${file}`, outDir), ttf);
  console.log(`pdf/${file} ${ttf.length} bytes`);
}
