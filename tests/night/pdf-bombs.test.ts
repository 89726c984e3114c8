import { expect, test } from "vitest";
import { cleanedPdf } from "#tests/support/cleaned-pdf.ts";
import { bombPdf, endlessPdf, manyPagedPdf } from "#tests/support/sheet-music.ts";

/* PDFs that are made to hold the site up; each may take its process's whole time. */

test("a PDF whose pages never end, or that inflates without end, is refused", async () => {
  const answers = [];
  for (const content of [endlessPdf(), bombPdf("page"), bombPdf("objects")])
    answers.push(await cleanedPdf(content));
  expect(answers).toEqual(Array.from({ length: 3 }, () => ({ refusal: "damaged" })));
});

test("a PDF with 10 to the power of 20 pages is given up", async () => {
  expect(await cleanedPdf(manyPagedPdf())).toEqual({ refusal: "damaged" });
});
