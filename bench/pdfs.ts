import { performance } from "node:perf_hooks";
import { openEmbeddedDatabase, preparedArchive } from "../app/server/database/db.server.ts";
import { startSite, temporaryDataDir } from "../tests/support/site.ts";
import { fillWithQuotes } from "./load.ts";
import { type Column, median } from "./table.ts";

/* Whether the process answers others while it draws PDFs. */

const atOnce = 60;
type PdfFigures = { what: string; drawn: number; middle: number; worst: number };
export const pdfColumns: readonly Column<PdfFigures>[] = [
  { title: "embedded database", of: ({ what }) => what },
  { title: "all drawn after s", of: ({ drawn }) => (drawn / 1000).toFixed(1) },
  { title: "/healthz median ms", of: ({ middle }) => middle.toFixed(1) },
  { title: "worst ms (≤ 50)", of: ({ worst }) => worst.toFixed(1) },
];

/** Sixty quotes' PDFs at once, and `/healthz` asked again and again until the last of them is there. */
export async function measurePdfs(): Promise<PdfFigures[]> {
  const { dataDir, remove } = temporaryDataDir();
  try {
    await fillWithQuotes(await openEmbeddedDatabase(dataDir, preparedArchive));
    const site = await startSite(dataDir, { TRUST_PROXY: "1" });
    try {
      const from = performance.now();
      const left = new Set(Array.from({ length: atOnce }, (_, n) => n));
      const all = Promise.all(
        [...left].map((n) => drawPdf(site.url, n).finally(() => left.delete(n))),
      );
      const waits: number[] = [];
      while (left.size > 0) {
        const asked = performance.now();
        await fetch(`${site.url}/healthz`);
        waits.push(performance.now() - asked);
      }
      await all;
      const what = `${atOnce} PDFs at once`;
      const drawn = performance.now() - from;
      return [{ what, drawn, middle: median(waits), worst: Math.max(...waits) }];
    } finally {
      await site.stop();
    }
  } finally {
    remove();
  }
}

/** Each from another client IP, as the rate limit of one is not what is measured. */
async function drawPdf(site: string, n: number): Promise<void> {
  const headers = { "X-Forwarded-For": `10.0.0.${n + 1}` };
  const answer = await fetch(`${site}/quotes/bench-${n}/quote.pdf`, { headers });
  const begins = Buffer.from(await answer.arrayBuffer()).toString("latin1", 0, 5);
  if (begins !== "%PDF-") throw new Error(`A quote has no PDF: ${answer.status}`);
}
