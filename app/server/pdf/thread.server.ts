import { Worker } from "node:worker_threads";
import type { PdfDocument } from "./pdf.server.ts";

/* Documents are drawn one at a time, in a thread that begins with the first and ends when none come. */

type Bytes = Uint8Array<ArrayBuffer>;
type Drawing = {
  document: PdfDocument;
  resolve: (bytes: Bytes) => void;
  reject: (reason: Error) => void;
};

/** In milliseconds: how long one drawing may take, and how long the thread waits for another. */
type Patience = { drawing: number; idle: number };

/** More would wait longer than anybody does who asks for them. */
const mostWaiting = 100;

/**
 * Draws by a script that answers each document with its bytes. A drawing that fails, takes too long or
 * ends the thread rejects; the next one begins a new thread.
 */
export function openThread(
  script: string | URL,
  patience: Patience = { drawing: 15_000, idle: 30_000 },
) {
  const waiting: Drawing[] = [];
  let current: Drawing | null = null;
  let thread: Worker | null = null;
  let timer: NodeJS.Timeout | undefined;

  const next = () => {
    if (current) return;
    clearTimeout(timer);
    current = waiting.shift() ?? null;
    if (current) {
      thread ??= begin();
      timer = setTimeout(() => end(new Error("Drawing took too long.")), patience.drawing);
      // oxlint-disable-next-line unicorn/require-post-message-target-origin -- threads have no origin
      thread.postMessage(current.document);
    } else if (thread) {
      timer = setTimeout(() => end(new Error("Nothing to draw.")), patience.idle).unref();
    }
  };
  const settle = (outcome: (drawing: Drawing) => void) => {
    const settled = current;
    current = null;
    if (settled) outcome(settled);
    next();
  };
  const end = (reason: Error) => {
    const ended = thread;
    thread = null;
    void ended?.terminate();
    settle(({ reject }) => reject(reason));
  };
  const begin = (): Worker => {
    // It needs nothing of what the server keeps in its environment, and may not take all of its memory.
    const one = new Worker(script, {
      name: "pdf",
      env: {},
      execArgv: [],
      resourceLimits: { maxOldGenerationSizeMb: 192 },
    });
    const own = (listener: (value: never) => void) => (value: unknown) =>
      thread === one && listener(value as never);
    one.on(
      "message",
      own((bytes: Bytes) => settle(({ resolve }) => resolve(bytes))),
    );
    one.on(
      "error",
      own((error: Error) => end(error)),
    );
    one.on(
      "exit",
      own(() => end(new Error("The thread has ended."))),
    );
    // Nobody waits for it alone: the process may end while it is idle.
    one.unref();
    return one;
  };

  return (document: PdfDocument): Promise<Bytes> => {
    if (waiting.length >= mostWaiting)
      return Promise.reject(new Error("Too many drawings are waiting."));
    return new Promise((resolve, reject) => {
      waiting.push({ document, resolve, reject });
      next();
    });
  };
}
