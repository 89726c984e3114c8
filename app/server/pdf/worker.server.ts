import { parentPort } from "node:worker_threads";
import { lowerPriority } from "#app/server/thread-priority.server.ts";
import { drawPdf } from "./drawing.server.ts";
import type { PdfDocument } from "./pdf.server.ts";

/* Drawing takes a thread of its own, so that requests need not wait for it. */

lowerPriority();

parentPort!.on("message", async (document: PdfDocument) => {
  const bytes = await drawPdf(document);
  parentPort!.postMessage(bytes, [bytes.buffer]);
});
