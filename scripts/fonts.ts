// Cuts the two web fonts down to what the site sets and writes the stylesheet that loads them; beside
// them, unvarying faces for paper, with every letter in which a client may write a name.
// Run after changing a face, an axis or the character list: node scripts/fonts.ts
import { mkdir, readFile, writeFile } from "node:fs/promises";
import subsetFont from "subset-font";

const root = new URL("../", import.meta.url);
const outDir = new URL("app/fonts/", root);

const printable = Array.from({ length: 95 }, (_, i) => String.fromCharCode(32 + i)).join("");
const typographic = "’‘“”–—…·×éèüöäñàç©½\u00a0";
// A headline never sets code; the display face leaves these to the fallback and saves 3 kB.
const headline = printable.replace(/[<>[\]{}|\\^_`~=]/g, "") + typographic;
// Neither package carries → and ← : pages draw those as icons. ↑ is in Source Sans.
const text = printable + typographic + "É•−°↑";

interface Face {
  family: string;
  source: string;
  file: string;
  characters: string;
  weights: { min: number; max: number };
  pinned: Record<string, number>;
  features: string[];
}

const faces = {
  display: {
    family: "Newsreader",
    source: "node_modules/@fontsource-variable/newsreader/files/newsreader-latin-opsz-normal.woff2",
    file: "newsreader.woff2",
    characters: headline,
    weights: { min: 300, max: 600 },
    // The optical-size axis costs 48 kB; the site sets this face from 24 to 76 px, so one display cut serves.
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
} satisfies Record<string, Face>;

// Advance widths (thousandths of an em) of the system faces that stand in while a web font loads;
// Liberation shares those of Arial and Times. Constants, because the build machine need not own the fonts.
const letters = "abcdefghijklmnopqrstuvwxyz ";
const standIns = [
  {
    name: "Newsreader Fallback",
    local: ["Georgia"],
    stands: faces.display,
    widths: [
      504, 560, 454, 574, 484, 325, 510, 582, 293, 291, 535, 286, 880, 591, 539, 571, 560, 410, 432,
      346, 576, 497, 738, 504, 493, 443, 241,
    ],
  },
  {
    name: "Newsreader Fallback Times",
    local: ["Times New Roman", "Liberation Serif"],
    stands: faces.display,
    widths: [
      444, 500, 444, 500, 444, 333, 500, 500, 278, 278, 500, 278, 778, 500, 500, 500, 500, 333, 389,
      278, 500, 500, 722, 500, 500, 444, 250,
    ],
  },
  {
    name: "Source Sans Fallback",
    local: ["Arial", "Liberation Sans"],
    stands: faces.text,
    widths: [
      556, 556, 500, 556, 556, 278, 556, 556, 222, 222, 500, 222, 833, 556, 556, 556, 556, 333, 500,
      278, 556, 500, 722, 500, 500, 500, 278,
    ],
  },
  // Telephones with Android own neither of those; bare Linux machines own DejaVu.
  {
    name: "Newsreader Fallback Noto",
    local: ["Noto Serif", "DejaVu Serif"],
    stands: faces.display,
    widths: [
      563, 614, 492, 614, 535, 369, 538, 635, 320, 300, 585, 310, 945, 645, 577, 614, 614, 471, 451,
      352, 635, 579, 862, 578, 565, 511, 260,
    ],
  },
  {
    name: "Source Sans Fallback Roboto",
    local: ["Roboto"],
    stands: faces.text,
    widths: [
      544, 562, 523, 564, 530, 348, 562, 551, 243, 239, 507, 243, 877, 552, 570, 562, 568, 339, 516,
      327, 551, 484, 751, 496, 473, 496, 248,
    ],
  },
  {
    name: "Source Sans Fallback DejaVu",
    local: ["DejaVu Sans"],
    stands: faces.text,
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

function cut(face: Face, source: Buffer, targetFormat: "woff2" | "truetype"): Promise<Buffer> {
  return subsetFont(source, face.characters, {
    targetFormat,
    variationAxes: { wght: face.weights, ...face.pinned },
    keepFeatures: face.features,
    // The copyright and licence lines stay in the file: the Open Font License asks for them.
    preserveNameIds: [0, 13, 14],
    noHinting: true,
  });
}

function tableOf(font: Buffer, tag: string) {
  const count = font.readUInt16BE(4);
  for (let at = 12; at < 12 + 16 * count; at += 16) {
    if (font.toString("latin1", at, at + 4) !== tag) continue;
    const start = font.readUInt32BE(at + 8);
    return font.subarray(start, start + font.readUInt32BE(at + 12));
  }
  throw new Error(`no ${tag} table`);
}

/** Glyph index of a character in a format 4 character map, the one every web font has. */
function glyphOf(cmap: Buffer, code: number) {
  const subtables = Array.from({ length: cmap.readUInt16BE(2) }, (_, i) =>
    cmap.readUInt32BE(8 + 8 * i),
  );
  const map = subtables.map((at) => cmap.subarray(at)).find((table) => table.readUInt16BE(0) === 4);
  if (!map) throw new Error("no format 4 cmap");
  const twice = map.readUInt16BE(6);
  for (let i = 0; i < twice; i += 2) {
    if (map.readUInt16BE(14 + i) < code) continue;
    const start = map.readUInt16BE(16 + twice + i);
    if (start > code) return 0;
    const delta = map.readUInt16BE(16 + 2 * twice + i);
    const rangeAt = 16 + 3 * twice + i;
    const offset = map.readUInt16BE(rangeAt);
    if (offset === 0) return (code + delta) & 0xffff;
    const glyph = map.readUInt16BE(rangeAt + offset + 2 * (code - start));
    return glyph && (glyph + delta) & 0xffff;
  }
  return 0;
}

function measure(font: Buffer) {
  const hhea = tableOf(font, "hhea");
  const hmtx = tableOf(font, "hmtx");
  const cmap = tableOf(font, "cmap");
  const em = tableOf(font, "head").readUInt16BE(18);
  const measured = hhea.readUInt16BE(34);
  const advance = (code: number) =>
    (hmtx.readUInt16BE(4 * Math.min(glyphOf(cmap, code), measured - 1)) / em) * 1000;
  return {
    ascent: hhea.readInt16BE(4) / em,
    descent: -hhea.readInt16BE(6) / em,
    lineGap: hhea.readInt16BE(8) / em,
    width: averageWidth([...letters].map((letter) => advance(letter.charCodeAt(0)))),
  };
}

const percent = (value: number) => `${+(value * 100).toFixed(2)}%`;

function webFace(face: Face) {
  return `@font-face {
  font-family: "${face.family}";
  font-style: normal;
  font-weight: ${face.weights.min} ${face.weights.max};
  font-display: swap;
  src: url("./${face.file}") format("woff2");
}`;
}

function standInFace(standIn: (typeof standIns)[number], metrics: ReturnType<typeof measure>) {
  const scale = metrics.width / averageWidth(standIn.widths);
  return `@font-face {
  font-family: "${standIn.name}";
  src: ${standIn.local.map((name) => `local("${name}")`).join(", ")};
  size-adjust: ${percent(scale)};
  ascent-override: ${percent(metrics.ascent / scale)};
  descent-override: ${percent(metrics.descent / scale)};
  line-gap-override: ${percent(metrics.lineGap / scale)};
}`;
}

await mkdir(outDir, { recursive: true });
const metrics = new Map<Face, ReturnType<typeof measure>>();
for (const face of Object.values(faces)) {
  const source = await readFile(new URL(face.source, root));
  const woff2 = await cut(face, source, "woff2");
  await writeFile(new URL(face.file, outDir), woff2);
  metrics.set(face, measure(await cut(face, source, "truetype")));
  console.log(`${face.file} ${woff2.length} bytes`);
}
const writeCss = (file: string, title: string, rules: string[]) =>
  writeFile(
    new URL(file, outDir),
    [`/* Written by scripts/fonts.ts. ${title} */`, ...rules].join("\n\n") + "\n",
  );
await writeCss(
  "web-fonts.css",
  "The web fonts; app/document/inline-script.ts says when.",
  Object.values(faces).map(webFace),
);
await writeCss(
  "fallback-fonts.css",
  "Sized to the web fonts, so nothing moves when those arrive.",
  standIns.map((standIn) => standInFace(standIn, metrics.get(standIn.stands)!)),
);

const range = (first: number, last: number) =>
  Array.from({ length: last - first + 1 }, (_, i) => String.fromCodePoint(first + i)).join("");
const latin = range(0x20, 0x7e) + range(0xa0, 0xff) + "–—‘’“”„…•€−ŒœŠšŸŽž";
const sans = (script: string) => `source-sans-3/files/source-sans-3-${script}-wght-normal.woff2`;
/** What a document on paper is set in; app/server/pdf/pdf.server.ts knows which characters each of them has. */
const paper = [
  {
    file: "display.ttf",
    source: "newsreader/files/newsreader-latin-opsz-normal.woff2",
    characters: latin,
    axes: { wght: 400, opsz: 44 },
  },
  { file: "text.ttf", source: sans("latin"), characters: latin, axes: { wght: 400 } },
  { file: "text-strong.ttf", source: sans("latin"), characters: latin, axes: { wght: 600 } },
  {
    file: "text-latin-ext.ttf",
    source: sans("latin-ext"),
    characters: range(0x100, 0x24f) + range(0x1e00, 0x1e9f),
    axes: { wght: 400 },
  },
  {
    file: "text-vietnamese.ttf",
    source: sans("vietnamese"),
    characters: range(0x1ea0, 0x1ef9),
    axes: { wght: 400 },
  },
  {
    file: "text-greek.ttf",
    source: sans("greek"),
    characters: range(0x370, 0x3ff),
    axes: { wght: 400 },
  },
  {
    file: "text-cyrillic.ttf",
    source: sans("cyrillic"),
    characters: range(0x400, 0x45f),
    axes: { wght: 400 },
  },
];
await mkdir(new URL("paper/", outDir), { recursive: true });
for (const { file, source, characters, axes } of paper) {
  const woff2 = await readFile(new URL(`node_modules/@fontsource-variable/${source}`, root));
  const ttf = await subsetFont(woff2, characters, {
    targetFormat: "truetype",
    variationAxes: axes,
    noHinting: true,
    preserveNameIds: [0, 13, 14],
  });
  await writeFile(new URL(`paper/${file}`, outDir), ttf);
  console.log(`paper/${file} ${ttf.length} bytes`);
}
