import type { FileHandle } from "node:fs/promises";
import { join } from "node:path";
import { log } from "#app/server/log.server.ts";
import { root } from "#app/server/root.server.ts";
import { runTaskProcess, TaskProcessKilled } from "#app/server/task-process.server.ts";
import { type PdfAnswer, pdfUploadLimits, type PdfPart, type PdfTask } from "./upload-limits.ts";

const script = join(root, "app/server/pdf/upload-worker.server.ts");

let last: Promise<unknown> = Promise.resolve();

/** One at a time: each may need much memory. */
function runInTurn(task: PdfTask, timeout: number, file?: FileHandle): Promise<PdfAnswer> {
  const run = async () => {
    let answered: PdfAnswer = { refusal: "damaged" };
    const args = ["--max-old-space-size=128"];
    await runTaskProcess<PdfTask, PdfAnswer>(
      { script, args, timeout, file },
      task,
      (answer) => void (answered = answer),
    );
    return answered;
  };
  const result = last.then(run);
  last = result.catch(() => {});
  return result;
}

/** The pages of an uploaded PDF in a new one. A file that kills the process is damaged. */
export async function cleanPdf(file: FileHandle): Promise<PdfAnswer> {
  try {
    return await runInTurn({ kind: "clean" }, pdfUploadLimits.time, file);
  } catch (error) {
    if (!(error instanceof TaskProcessKilled)) throw error;
    log.warn({ err: error }, "uploaded PDF not read");
    return { refusal: "damaged" };
  }
}

/** One document of all parts, in their order. */
export async function joinPdfs(parts: readonly PdfPart[]): Promise<Uint8Array> {
  const joined = await runInTurn({ kind: "join", parts }, 60_000);
  if ("refusal" in joined) throw new Error("The parts were not joined.");
  return joined.bytes;
}
