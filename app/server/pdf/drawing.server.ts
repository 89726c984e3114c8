import { join } from "node:path";
import PDFDocument from "pdfkit";
import { root } from "#app/server/root.server.ts";
import { moreFaces } from "./fallback-fonts.server.ts";
import type { Paper, PdfDocument, Step } from "./pdf.server.ts";

/*
 * A4 pages set in the site's own faces, which travel inside the file. What is on them is said by
 * whoever asks; here is only how paper looks. Runs in the thread of pdf-worker.server.ts, from the
 * sources: it takes nothing from the rest of the server.
 */

const folder = join(root, "app/fonts/paper");

const among = (letters: RegExp) => (letter: string) => letters.test(letter);
type Face = { face: string; has: (letter: string) => boolean };

/** Faces for text, by the characters they have. */
const textFaces: readonly Face[] = [
  { face: "text", has: among(/[\u0020-\u00ff–—‘’“”„…•€−ŒœŠšŸŽž]/u) },
  { face: "text-latin-ext", has: among(/[\u0100-\u024f\u1e00-\u1e9f]/u) },
  { face: "text-vietnamese", has: among(/[\u1ea0-\u1ef9]/u) },
  { face: "text-greek", has: among(/[\u0370-\u03ff]/u) },
  { face: "text-cyrillic", has: among(/[\u0400-\u045f]/u) },
];

/** How far the faces reach above their baseline, in parts of their size, as their files say. */
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
  for (const name of ["display", "text-strong", ...textFaces.map(({ face }) => face)])
    pdf.registerFont(name, join(folder, `${name}.ttf`));
  // A letter that none of all these has leaves a gap. The page itself prints those as well.
  const faces = [...textFaces];
  for (const { letters, bytes } of await moreFaces(strangeLetters(steps))) {
    const face = `more-${faces.length}`;
    pdf.registerFont(face, bytes);
    faces.push({ face, has: (letter) => letters.has(letter) });
  }
  const chunks: Buffer[] = [];
  const done = new Promise<Uint8Array<ArrayBuffer>>((resolve, reject) => {
    pdf.on("data", (chunk: Buffer) => chunks.push(chunk));
    pdf.on("end", () => resolve(new Uint8Array(Buffer.concat(chunks))));
    pdf.on("error", reject);
  });
  const paper = paperOn(pdf, faces);
  for (const [name, ...said] of steps) (paper[name] as (...said: unknown[]) => void)(...said);
  numberPages(pdf, foot);
  pdf.end();
  return done;
}

function paperOn(pdf: PDFKit.PDFDocument, faces: readonly Face[]): Paper {
  const right = pdf.page.width - margin;
  const width = right - margin;
  /** Goes on to the next page rather than tearing a line apart. */
  const need = (height: number) => {
    if (pdf.y + height > pdf.page.maxY()) pdf.addPage();
  };
  const write = (
    text: string,
    options: { x?: number; width?: number; size?: number; tone?: string; face?: string } = {},
  ) => {
    const {
      x = margin,
      width: room = width,
      size = 11,
      tone = colour.ink,
      face = "text",
    } = options;
    pdf.fontSize(size).fillColor(tone);
    const runs = runsOf(text, face, faces);
    runs.forEach(([run, font], index) => {
      // All on one baseline, as far below the line's top as the first face has it.
      const rest = {
        width: room,
        lineGap: 3,
        continued: index < runs.length - 1,
        baseline: -size * (face === "display" ? ascent.display : ascent.text),
      };
      pdf.font(font);
      if (index === 0) pdf.text(run, x, pdf.y, rest);
      else pdf.text(run, rest);
    });
    pdf.x = margin;
  };
  return {
    eyebrow: (text) => write(text.toUpperCase(), { size: 9, tone: colour.soft }),
    title: (text) => write(text, { size: 26, face: "display" }),
    heading(text) {
      need(60);
      write(text, { size: 14, face: "display" });
    },
    text: (text, tone = "ink") => write(text, { tone: colour[tone] }),
    fact(label, value) {
      need(40);
      const top = pdf.y;
      write(label, { width: 110, tone: colour.soft });
      const bottom = pdf.y;
      pdf.y = top;
      write(value, { x: margin + 120, width: width - 120, face: "text-strong" });
      pdf.y = Math.max(pdf.y, bottom) + 2;
    },
    amount(label, amount, size = "normal") {
      const large = size === "large";
      need(large ? 40 : 30);
      const top = pdf.y;
      write(label, { width: width - 130, size: large ? 16 : 11, face: large ? "display" : "text" });
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

/** The letters of a document that are in none of the faces that travel with the site. */
function strangeLetters(steps: readonly Step[]): Set<string> {
  const letters = new Set(steps.flat().join("").normalize("NFC"));
  return new Set(
    [...letters].filter((letter) => !isPlain(letter) && !textFaces.some(({ has }) => has(letter))),
  );
}

const isPlain = (letter: string) => /\s/.test(letter) || textFaces[0]!.has(letter);

/** Cuts a text where its letters need another face. */
function runsOf(text: string, face: string, faces: readonly Face[]): [run: string, face: string][] {
  const runs: [string, string][] = [];
  for (const letter of text.normalize("NFC")) {
    const font = isPlain(letter) ? face : (faces.find(({ has }) => has(letter))?.face ?? face);
    const last = runs.at(-1);
    if (last?.[1] === font) last[0] += letter;
    else runs.push([letter, font]);
  }
  return runs.length > 0 ? runs : [["", face]];
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
