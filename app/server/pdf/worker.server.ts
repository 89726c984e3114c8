import { constants, getPriority, setPriority } from "node:os";
import { parentPort } from "node:worker_threads";
import { drawPdf } from "./drawing.server.ts";
import type { PdfDocument } from "./pdf.server.ts";

/* Drawing takes a thread of its own, so that requests need not wait for it. */

const { PRIORITY_BELOW_NORMAL } = constants.priority;
// Elsewhere than on Linux a priority is the whole process's. A process may only lower its own.
if (process.platform === "linux" && getPriority() < PRIORITY_BELOW_NORMAL)
  setPriority(PRIORITY_BELOW_NORMAL);

parentPort!.on("message", async (document: PdfDocument) => {
  const bytes = await drawPdf(document);
  parentPort!.postMessage(bytes, [bytes.buffer]);
});
