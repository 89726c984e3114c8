import { PDFArray, PDFDict, PDFDocument, PDFName } from "@cantoo/pdf-lib";
import { describe, expect, test } from "vitest";
import { readPdf } from "#tests/support/pdf.ts";
import { cleanedPdf } from "#tests/support/cleaned-pdf.ts";
import { armedPdf, dangerous, encryptedPdf, pdfOf, plainly } from "#tests/support/sheet-music.ts";
import { answerTo } from "./upload-worker.server.ts";
import { joinPdfs } from "./uploads.server.ts";
import { sidewaysPhoto } from "#tests/support/pictures.ts";
import sharp from "sharp";

/** As the process does it, without starting one. */
const cleaned = (content: Buffer) => answerTo({ kind: "clean" }, content);

async function madeFrom(content: Buffer, way = cleaned): Promise<Uint8Array> {
  const answered = await way(content);
  if ("refusal" in answered) throw new Error(`It was refused: ${answered.refusal}.`);
  return answered.bytes;
}

describe("a PDF", () => {
  test("keeps its pages and their text", async () => {
    const { totalPages, text } = await readPdf(await madeFrom(await pdfOf(60), cleanedPdf));
    expect([totalPages, text]).toEqual([60, expect.stringContaining("Allegro 60")]);
  });

  test("loses scripts, launch actions, attachments, forms and links", async () => {
    const armed = await armedPdf();
    expect(await plainly(armed)).toMatch(dangerous);
    const bytes = await madeFrom(armed);
    expect(await plainly(bytes)).not.toMatch(dangerous);
    expect((await readPdf(bytes)).text).toContain("Allegro 1");
  });

  test("keeps pencil marks", async () => {
    const document = await PDFDocument.load(await madeFrom(await armedPdf()));
    const marks = document.getPage(0).node.lookup(PDFName.of("Annots"), PDFArray);
    const kinds = marks
      .asArray()
      .map((mark) => document.context.lookup(mark, PDFDict).get(PDFName.of("Subtype")));
    expect(kinds).toEqual([PDFName.of("Ink")]);
  });

  test("of 61 pages, encrypted or unreadable is refused with the reason", async () => {
    const refused = [await pdfOf(61), await encryptedPdf(), Buffer.from("%PDF-1.7\nnothing")];
    expect(await Promise.all(refused.map(cleaned))).toEqual([
      { refusal: "too-many-pages" },
      { refusal: "encrypted" },
      { refusal: "damaged" },
    ]);
  });
});

test("PDFs and photographs become one document, in their order", async () => {
  const photo = await sharp(await sidewaysPhoto(400, 500))
    .autoOrient()
    .jpeg()
    .toBuffer();
  const joined = await joinPdfs([
    { format: "pdf", bytes: await madeFrom(await pdfOf(2, "First")) },
    { format: "jpg", bytes: photo },
    { format: "pdf", bytes: await madeFrom(await pdfOf(1, "Last")) },
  ]);
  const { totalPages, text } = await readPdf(joined);
  expect([totalPages, text]).toEqual([4, "First 1 First 2 Last 1"]);
});
