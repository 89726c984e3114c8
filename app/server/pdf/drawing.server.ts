import { join } from "node:path";
import PDFDocument from "pdfkit";
import { type LightColours, paletteOf } from "#app/content/palettes.ts";
import { root } from "#app/server/root.server.ts";
import type { PdfColumn, PdfDocument, PdfWriter } from "./pdf.server.ts";
import { readFile } from "node:fs/promises";
import { create, type Font } from "fontkit";

/* Runs in the worker thread, from the sources; imports nothing from the rest of the server. */

const folder = join(root, "app/fonts/pdf");

/** The characters of display.ttf, text.ttf and text-strong.ttf, as scripts/fonts.ts cuts them. */
const isPlain = (cluster: string) => /^[\u0020-\u00ff–—‘’“”„…•€−ŒœŠšŸŽž]+$/u.test(cluster);

/** Height above the baseline as a fraction of the font size, from the font files. */
const ascent = { display: 0.735, text: 1.024 };

const margin = 62;
const columnGap = 28;

export async function drawPdf({
  title,
  author,
  footer,
  createdAt,
  palette,
  steps,
}: PdfDocument): Promise<Uint8Array<ArrayBuffer>> {
  const margins = { top: margin, left: margin, right: margin, bottom: margin + 20 };
  const info = { Title: title, Author: author, CreationDate: createdAt };
  const pdf = new PDFDocument({
    size: "A4",
    margins,
    bufferPages: true,
    lang: "en-AU",
    displayTitle: true,
    info,
  });
  for (const font of ["display", "text", "text-strong"])
    pdf.registerFont(font, join(folder, `${font}.ttf`));
  const chunks: Buffer[] = [];
  const done = new Promise<Uint8Array<ArrayBuffer>>((resolve, reject) => {
    pdf.on("data", (chunk: Buffer) => chunks.push(chunk));
    pdf.on("end", () => resolve(new Uint8Array(Buffer.concat(chunks))));
    pdf.on("error", reject);
  });
  const said = JSON.stringify([steps, footer]);
  const fallbacks = await registerFallbacks(pdf, said + said.toUpperCase());
  const colour = paletteOf(palette).light;
  const writer = writerOn(pdf, fallbacks, colour);
  for (const [name, ...args] of steps) (writer[name] as (...args: unknown[]) => void)(...args);
  addFooters(pdf.fillColor(colour.soft), footer, fallbacks);
  pdf.end();
  return done;
}

type Style = {
  x?: number;
  width?: number;
  size?: number;
  tone?: string;
  font?: string;
  spacing?: number;
  link?: string;
};

function writerOn(
  pdf: PDFKit.PDFDocument,
  fallbacks: readonly NamedFont[],
  colour: LightColours,
): PdfWriter {
  const right = pdf.page.width - margin;
  const width = right - margin;
  const startPageUnlessFits = (height: number) => {
    if (pdf.y + height > pdf.page.maxY()) pdf.addPage();
  };
  const write = (text: string, style: Style = {}) => {
    const { x = margin, width: room = width, size = 11, tone = colour.ink, font = "text" } = style;
    pdf.fontSize(size).fillColor(tone);
    const fits = (line: string) => {
      const widths = runsOf(line, font, fallbacks).map(([run, name]) =>
        pdf.font(name).widthOfString(run, { characterSpacing: style.spacing ?? 0 }),
      );
      return widths.reduce((sum, one) => sum + one, 0) <= room;
    };
    for (const line of drawnLines(text, fits)) {
      const runs = runsOf(line, font, fallbacks);
      runs.forEach(([run, name], index) => {
        // Fonts differ in height: all runs of a line share the baseline of its main font.
        const options = {
          width: room,
          lineGap: 3,
          continued: index < runs.length - 1,
          characterSpacing: style.spacing ?? 0,
          link: style.link ?? null,
          baseline: -size * (font === "display" ? ascent.display : ascent.text),
        };
        pdf.font(name);
        if (index === 0) pdf.text(run, x, pdf.y, options);
        else pdf.text(run, options);
      });
    }
    pdf.x = margin;
  };
  const columnWidth = (width - columnGap) / 2;
  const heightOf = ({ heading, facts }: PdfColumn) =>
    facts.reduce(
      (sum, [, value]) =>
        sum +
        24 +
        pdf
          .font("text-strong")
          .fontSize(11)
          .heightOfString(value, { width: columnWidth, lineGap: 3 }),
      heading ? 24 : 0,
    );
  return {
    letterhead(name, line) {
      write(name, { size: 17, font: "display" });
      const scale = width / 480;
      pdf.save().translate(margin, pdf.y).scale(scale).path(line);
      pdf
        .lineWidth(0.9 / scale)
        .lineCap("round")
        .lineJoin("round")
        .stroke(colour.brass)
        .restore();
      pdf.y += 40 * scale + 14;
    },
    eyebrow: (text) => write(text.toUpperCase(), { size: 8.5, tone: colour.soft, spacing: 0.7 }),
    title: (text) => write(text, { size: 26, font: "display" }),
    heading(text) {
      startPageUnlessFits(60);
      write(text, { size: 14, font: "display" });
    },
    text: (text, tone = "ink") => write(text, { tone: colour[tone] }),
    link: (text, link) => write(text, { tone: colour.accent, link }),
    columns(columns) {
      startPageUnlessFits(Math.max(...columns.map(heightOf)));
      const top = pdf.y;
      const bottoms = columns.map(({ heading, facts }, index) => {
        const place = { x: margin + index * (columnWidth + columnGap), width: columnWidth };
        pdf.y = top;
        if (heading) write(heading, { ...place, size: 12, font: "display" });
        if (heading) pdf.y += 3;
        for (const [label, value] of facts) {
          write(label, { ...place, size: 9, tone: colour.soft });
          write(value, { ...place, font: "text-strong" });
          pdf.y += 5;
        }
        return pdf.y;
      });
      pdf.y = Math.max(...bottoms);
    },
    fact(label, value) {
      startPageUnlessFits(40);
      const top = pdf.y;
      write(label, { width: 110, tone: colour.soft });
      const bottom = pdf.y;
      pdf.y = top;
      write(value, { x: margin + 120, width: width - 120, font: "text-strong" });
      pdf.y = Math.max(pdf.y, bottom) + 2;
    },
    amount(label, amount, size = "normal") {
      const large = size === "large";
      startPageUnlessFits(large ? 40 : 30);
      if (large) pdf.y += 3;
      const top = pdf.y;
      write(label, { width: width - 130, size: large ? 16 : 11, font: large ? "display" : "text" });
      const bottom = pdf.y;
      pdf
        .font(large ? "display" : "text")
        .fontSize(large ? 16 : 11)
        .fillColor(colour.ink)
        .text(amount, right - 120, top, { width: 120, align: "right", lineGap: 3 });
      pdf.x = margin;
      pdf.y = bottom + (large ? 6 : 3);
    },
    rule(strength = "fine") {
      pdf
        .moveTo(margin, pdf.y + 4)
        .lineTo(right, pdf.y + 4)
        .lineWidth(strength === "strong" ? 1.5 : 0.5)
        .strokeColor(strength === "strong" ? colour.brass : colour.line)
        .stroke();
      pdf.y += 12;
    },
    gap(points = 12) {
      pdf.y += points;
    },
  };
}

type NamedFont = { name: string; has: (cluster: string) => boolean };

const clusterer = new Intl.Segmenter("en", { granularity: "grapheme" });
const clustersOf = (text: string) =>
  Array.from(clusterer.segment(text.normalize("NFC")), ({ segment }) => segment);

async function registerFallbacks(pdf: PDFKit.PDFDocument, text: string): Promise<NamedFont[]> {
  const lacking = clustersOf(text).filter((cluster) => cluster.trim() && !isPlain(cluster));
  const fonts = await readFallbackFonts(new Set(lacking.flatMap((one) => [one, ...one])));
  return fonts.map(({ font, has }, index) => {
    const name = `fallback-${index}`;
    pdf.registerFont(name, font as never);
    return { name, has };
  });
}

function runsOf(
  text: string,
  font: string,
  fallbacks: readonly NamedFont[],
): [run: string, font: string][] {
  const runs: [string, string][] = [];
  const add = (drawn: string, name: string) => {
    const last = runs.at(-1);
    if (last?.[1] === name) last[0] += drawn;
    else runs.push([drawn, name]);
  };
  const nameOf = (cluster: string) => {
    // The footer uses "text" anyway; a font that drew only blanks would be invalid.
    if (!cluster.trim()) return runs.at(-1)?.[1] === font ? font : "text";
    return isPlain(cluster) ? font : fallbacks.find(({ has }) => has(cluster))?.name;
  };
  for (const cluster of clustersOf(text)) {
    // A mark that is in another font than its letter is drawn apart from it.
    for (const part of nameOf(cluster) ? [cluster] : cluster) {
      const name = nameOf(part);
      if (name) add(part, name);
      else if (!/\p{Default_Ignorable_Code_Point}/u.test(part))
        add(`[U+${part.codePointAt(0)!.toString(16).toUpperCase()}]`, font);
    }
  }
  return runs.length > 0 ? runs : [["", font]];
}

function addFooters(pdf: PDFKit.PDFDocument, footer: string, fallbacks: readonly NamedFont[]) {
  const { count } = pdf.bufferedPageRange();
  for (let page = 0; page < count; page++) {
    pdf.switchToPage(page);
    // Text below the margin would otherwise start another page.
    pdf.page.margins.bottom = 0;
    pdf.fontSize(8.5);
    pdf.x = margin;
    for (const [run, name] of runsOf(footer, "text", fallbacks))
      pdf.font(name).text(run, pdf.x, pdf.page.height - margin + 4, {
        lineBreak: false,
        baseline: -8.5 * ascent.text,
      });
    pdf
      .font("text")
      .text(
        `Page ${page + 1} of ${count}`,
        pdf.page.width - margin - 80,
        pdf.page.height - margin + 4,
        { width: 80, align: "right", lineBreak: false },
      );
  }
}

const letter = String.raw`[\u0590-\u065f\u066e-\u06ef\u06fa-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]`;
const rightToLeft = new RegExp(`${letter}(?:[^\\p{L}]*${letter})*`, "gu");
const pieces = new RegExp(String.raw`${letter}+|\p{N}(?:[\p{N}.,:/-]*\p{N})?|[^]`, "gu");
const mirrored: Readonly<Record<string, string>> = { "(": ")", ")": "(", "[": "]", "]": "[" };

/** Words in drawing order, from left to right; the font orders their letters. */
const visualOrder = (line: string) =>
  line.replace(rightToLeft, (words) =>
    words
      .match(pieces)!
      .toReversed()
      .map((piece) => mirrored[piece] ?? piece)
      .join(""),
  );

export function drawnLines(text: string, fits: (line: string) => boolean): string[] {
  if (text.search(rightToLeft) < 0) return [text];
  return text.split("\n").flatMap((paragraph) => {
    const [first = "", ...words] = paragraph.split(" ");
    const lines = [first];
    for (const word of words) {
      const longer = `${lines.at(-1)} ${word}`;
      if (fits(visualOrder(longer))) lines[lines.length - 1] = longer;
      else lines.push(word);
    }
    return lines.map(visualOrder);
  });
}

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
const packages = join(root, "node_modules/@fontsource-variable");

type Part = { file: string; ranges: number[][] };
let parts: Promise<Part[]> | undefined;

async function readParts(): Promise<Part[]> {
  const all = families.map(async (family) => {
    const json = await readFile(join(packages, family, "unicode.json"), "utf8");
    return Object.entries(JSON.parse(json) as Record<string, string>).map(([name, ranges]) => {
      const file = `${family}-${name.replaceAll(/[[\]]/g, "")}-wght-normal.woff2`;
      const inHex = ranges.replaceAll("U+", "").split(",");
      return {
        file: join(packages, family, "files", file),
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

async function readFallbackFonts(clusters: ReadonlySet<string>): Promise<FallbackFont[]> {
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
