import type { FileHandle } from "node:fs/promises";
import { join } from "node:path";
import { log } from "#app/server/log.server.ts";
import { root } from "#app/server/root.server.ts";
import { runTaskProcess, TaskProcessKilled } from "#app/server/task-process.server.ts";
import type { PictureShape } from "#app/server/database/enums.ts";
import { isLogo, type PictureRefusal } from "./model.ts";
import type { PictureAnswer, PictureTask } from "./worker.server.ts";

const script = join(root, "app/features/site-pictures/worker.server.ts");

/** In ms; a picture of 60 megapixels takes seconds. */
const timeouts: Record<PictureTask["kind"], number> = {
  prepare: 60_000,
  logo: 15_000,
  page: 60_000,
  render: 240_000,
  email: 60_000,
};

let preparing: Promise<unknown> = Promise.resolve();

export function runPictureTask(
  task: PictureTask,
  onAnswer: (answer: PictureAnswer) => void | Promise<void>,
  file?: FileHandle,
): Promise<void> {
  return runTaskProcess({ script, timeout: timeouts[task.kind], file }, task, onAnswer);
}

type Prepared = { original: Uint8Array } | { refusal: PictureRefusal };

export function preparePicture(file: FileHandle, shape: PictureShape): Promise<Prepared> {
  return prepareInTurn(isLogo(shape) ? { kind: "logo", shape } : { kind: "prepare", shape }, file);
}

/** A page of music as JPEG, upright. */
export function preparePage(file: FileHandle): Promise<Prepared> {
  return prepareInTurn({ kind: "page" }, file);
}

/** One at a time: decoding needs much memory. A file that kills the process is damaged. */
function prepareInTurn(task: PictureTask, file: FileHandle): Promise<Prepared> {
  const prepare = async () => {
    let prepared: Prepared = { refusal: "damaged" };
    await runPictureTask(
      task,
      (answer) => {
        if (answer.kind === "refused") prepared = { refusal: answer.refusal };
        if (answer.kind === "prepared") prepared = { original: answer.original };
      },
      file,
    );
    return prepared;
  };
  const result = preparing.then(prepare).catch((error: unknown): Prepared => {
    if (!(error instanceof TaskProcessKilled)) throw error;
    log.warn({ err: error }, "picture not decoded");
    return { refusal: "damaged" };
  });
  preparing = result.catch(() => {});
  return result;
}
