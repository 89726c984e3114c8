import { parentPort } from "node:worker_threads";
import { drawPdf } from "./drawing.server.ts";
import type { PdfDocument } from "./pdf.server.ts";

/* The thread in which documents are drawn, so that the server's own is free meanwhile. */

parentPort!.on("message", async (document: PdfDocument) => {
  const bytes = await drawPdf(document);
  parentPort!.postMessage(bytes, [bytes.buffer]);
});
