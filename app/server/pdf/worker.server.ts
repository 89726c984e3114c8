import { parentPort } from "node:worker_threads";
import { lowerPriority } from "#app/server/thread.server.ts";
import { drawPdf } from "./drawing.server.ts";
import type { PdfDocument } from "./pdf.server.ts";

/* A separate thread, so that requests need not wait for drawing. */

lowerPriority();

parentPort!.on("message", async (document: PdfDocument) => {
  const bytes = await drawPdf(document);
  parentPort!.postMessage(bytes, [bytes.buffer]);
});
