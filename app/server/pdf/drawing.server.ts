import { join } from "node:path";
import PDFDocument from "pdfkit";
import { root } from "#app/server/root.server.ts";
import type { Paper, PdfDocument } from "./pdf.server.ts";

/*
 * A4 pages set in the site's own fonts, which are embedded in the file. The caller says what is on
 * them; here is only how they look. Runs in the thread of worker.server.ts, from the sources, and
 * imports nothing from the rest of the server.
 */

const folder = join(root, "app/fonts/paper");

const among = (characters: RegExp) => (character: string) => characters.test(character);
type TextFont = { name: string; has: (character: string) => boolean };

/** Fonts for text, by the characters they have. */
const textFonts: readonly TextFont[] = [
  { name: "text", has: among(/[\u0020-\u00ff–—‘’“”„…•€−ŒœŠšŸŽž]/u) },
  { name: "text-latin-ext", has: among(/[\u0100-\u024f\u1e00-\u1e9f]/u) },
  { name: "text-vietnamese", has: among(/[\u1ea0-\u1ef9]/u) },
  { name: "text-greek", has: among(/[\u0370-\u03ff]/u) },
  { name: "text-cyrillic", has: among(/[\u0400-\u045f]/u) },
];

/** How far the fonts reach above their baseline, in parts of their size, as their files say. */
const ascent = { display: 0.735, text: 1.024 };

const colour = {
  ink: "#221b16",
  soft: "#5c5148",
  accent: "#7a1f35",
  brass: "#a9823f",
  line: "#e2d6c0",
};
const margin = 62;

/** Draws a document and answers with its bytes. */
export async function drawPdf({
  title,
  author,
  foot,
  at,
  steps,
}: PdfDocument): Promise<Uint8Array<ArrayBuffer>> {
  const margins = { top: margin, left: margin, right: margin, bottom: margin + 20 };
  const info = { Title: title, Author: author, CreationDate: at };
  const pdf = new PDFDocument({
    size: "A4",
    margins,
    bufferPages: true,
    lang: "en-AU",
    displayTitle: true,
    info,
  });
  for (const font of ["display", "text-strong", ...textFonts.map(({ name }) => name)])
    pdf.registerFont(font, join(folder, `${font}.ttf`));
  const chunks: Buffer[] = [];
  const done = new Promise<Uint8Array<ArrayBuffer>>((resolve, reject) => {
    pdf.on("data", (chunk: Buffer) => chunks.push(chunk));
    pdf.on("end", () => resolve(new Uint8Array(Buffer.concat(chunks))));
    pdf.on("error", reject);
  });
  const paper = paperOn(pdf);
  for (const [name, ...said] of steps) (paper[name] as (...said: unknown[]) => void)(...said);
  numberPages(pdf, foot);
  pdf.end();
  return done;
}

function paperOn(pdf: PDFKit.PDFDocument): Paper {
  const right = pdf.page.width - margin;
  const width = right - margin;
  /** Goes on to the next page rather than tearing a line apart. */
  const need = (height: number) => {
    if (pdf.y + height > pdf.page.maxY()) pdf.addPage();
  };
  const write = (
    text: string,
    options: { x?: number; width?: number; size?: number; tone?: string; font?: string } = {},
  ) => {
    const {
      x = margin,
      width: room = width,
      size = 11,
      tone = colour.ink,
      font = "text",
    } = options;
    pdf.fontSize(size).fillColor(tone);
    const runs = runsOf(text, font);
    runs.forEach(([run, name], index) => {
      // All on one baseline, as far below the line's top as the first font has it.
      const rest = {
        width: room,
        lineGap: 3,
        continued: index < runs.length - 1,
        baseline: -size * (font === "display" ? ascent.display : ascent.text),
      };
      pdf.font(name);
      if (index === 0) pdf.text(run, x, pdf.y, rest);
      else pdf.text(run, rest);
    });
    pdf.x = margin;
  };
  return {
    eyebrow: (text) => write(text.toUpperCase(), { size: 9, tone: colour.soft }),
    title: (text) => write(text, { size: 26, font: "display" }),
    heading(text) {
      need(60);
      write(text, { size: 14, font: "display" });
    },
    text: (text, tone = "ink") => write(text, { tone: colour[tone] }),
    fact(label, value) {
      need(40);
      const top = pdf.y;
      write(label, { width: 110, tone: colour.soft });
      const bottom = pdf.y;
      pdf.y = top;
      write(value, { x: margin + 120, width: width - 120, font: "text-strong" });
      pdf.y = Math.max(pdf.y, bottom) + 2;
    },
    amount(label, amount, size = "normal") {
      const large = size === "large";
      need(large ? 40 : 30);
      const top = pdf.y;
      write(label, { width: width - 130, size: large ? 16 : 11, font: large ? "display" : "text" });
      const bottom = pdf.y;
      pdf
        .font(large ? "display" : "text")
        .fontSize(large ? 16 : 11)
        .fillColor(colour.ink)
        .text(amount, right - 120, top, { width: 120, align: "right", lineGap: 3 });
      pdf.x = margin;
      pdf.y = bottom + 3;
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

const isPlain = (character: string) => /\s/.test(character) || textFonts[0]!.has(character);

/** Stands for a character that no font has, such as Han, kana or an emoji. */
const replacement = "?";

/** Cuts a text where its characters need another font. */
function runsOf(text: string, font: string): [run: string, font: string][] {
  const runs: [string, string][] = [];
  for (const character of text.normalize("NFC")) {
    const other = isPlain(character) ? null : textFonts.find(({ has }) => has(character));
    const drawn = other === undefined ? replacement : character;
    const name = other?.name ?? font;
    const last = runs.at(-1);
    if (last?.[1] === name) last[0] += drawn;
    else runs.push([drawn, name]);
  }
  return runs.length > 0 ? runs : [["", font]];
}

function numberPages(pdf: PDFKit.PDFDocument, foot: string): void {
  const { count } = pdf.bufferedPageRange();
  for (let page = 0; page < count; page++) {
    pdf.switchToPage(page);
    // Below the margin, where writing would otherwise begin another page.
    pdf.page.margins.bottom = 0;
    pdf.font("text").fontSize(8.5).fillColor(colour.soft);
    pdf.text(foot, margin, pdf.page.height - margin + 4, {
      width: pdf.page.width - 2 * margin - 90,
      lineBreak: false,
    });
    pdf.text(
      `Page ${page + 1} of ${count}`,
      pdf.page.width - margin - 80,
      pdf.page.height - margin + 4,
      { width: 80, align: "right", lineBreak: false },
    );
  }
}
